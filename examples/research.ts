/**
 * Research from code: reads a recording, backtests it with every fill model, searches a parameter, and leaves tables for Python.
 *
 *   npx jiti examples/research.ts [FOLDER]        (Node 22 and later: node examples/research.ts)
 *   python3 examples/read_results.py FOLDER
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { backtest, openRecording, ResearchError, sweep, Wei } from 'oddsmith/research'

const here = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))
const [out = 'backtests/research'] = process.argv.slice(2)

const config = {
  recording: here('data/sample/harbour.ndjson.gz'),
  strategy: 'two-sided',
  parameters: { sizeShares: 20 },
  limits: { positionMaxShares: 300, worstCaseLossMaxUsdt: 200 },
}

try {
  const recording = await openRecording(config.recording)
  const prints = new Map<number, number>()
  for await (const event of recording.events())
    if (event.kind === 'trade') prints.set(event.market, (prints.get(event.market) ?? 0) + 1)
  for (const { index, question } of recording.markets) console.log(`${question}: ${prints.get(index) ?? 0} prints`)

  const finished = await backtest({ config, recording, models: 'all' })
  for (const { model, profit, fills } of finished.result.accounts)
    console.log(`${model}: ${fills.length} fills, ${Wei.toNumber(profit.total).toFixed(2)} USDT`)
  await finished.write(join(out, 'backtest'))

  const search = {
    parameters: { halfSpreadTicks: { from: 0.5, to: 8 }, leanTicks: [0, 1, 2, 4] },
    sequential: 24,
    seed: 7,
    reports: 0,
  }
  const { trials, summary } = await sweep({ config, recording, sweep: search, out: join(out, 'sweep') })
  const [best] = trials
  console.log(`best of ${trials.length}: ${JSON.stringify(best?.parameters)} with ${best?.result.profit.total} USDT`)
  console.log(summary.verdict)
} catch (error) {
  if (!(error instanceof ResearchError)) throw error
  console.error(`${error.fault}: ${error.message}`)
  process.exitCode = 1
}
