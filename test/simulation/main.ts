import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findPlanted } from './find-planted.js'
import { runSeeds } from './run-seeds.js'
import type { SimResult } from './simulate.js'

const HELP = `Runs the bot and the exchange in virtual time, with seeded faults, and judges the exchange after each event.

  npm run simulate -- --seeds 1000            seeds 1 to 1000, of 10,000 events each
  npm run simulate -- --seed 7 --seeds 1      one seed once more
  npm run simulate -- --planted               plants six bugs, one at a time, and says which seed finds each

  --seeds N       how many (20)
  --seed S        the first (1)
  --events M      of each seed (10000)
  --lines L       of the story of a seed that fails (40)
  --processes P   side by side (as many as there are cores, at most 2)
  --hashes        prints the hash of each seed's events
`

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    events: { type: 'string', default: '10000' },
    lines: { type: 'string', default: '40' },
    processes: { type: 'string', default: String(Math.min(2, availableParallelism())) },
    planted: { type: 'boolean', default: false },
    hashes: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const numberOf = (text: string): number => {
  const found = Number(text)
  if (Number.isSafeInteger(found) && found > 0) return found
  throw new RangeError(`expected a whole number above 0, found ${text}`)
}
const wanted = {
  first: numberOf(values.seed),
  seeds: numberOf(values.seeds),
  events: numberOf(values.events),
  lines: numberOf(values.lines),
  processes: numberOf(values.processes),
}

if (values.help) console.log(HELP)
else process.exitCode = (await (values.planted ? findPlanted(wanted) : runAll())) ? 0 : 1

/** Whether every promise held in each seed. */
async function runAll(): Promise<boolean> {
  const results: SimResult[] = []
  const startedAt = performance.now()
  const worker = fileURLToPath(new URL('./seed-worker.js', import.meta.url))
  const onResult = (result: SimResult): boolean => {
    results.push(result)
    tell(result)
    if (results.length % 50 === 0) console.log(`${results.length} of ${wanted.seeds} seeds`)
    return false
  }
  await runSeeds({ ...wanted, worker, onResult })
  sumUp(results, (performance.now() - startedAt) / 1_000)
  return results.length === wanted.seeds && results.every(({ failure }) => failure === null)
}

function tell({ seed, hash, failure }: SimResult): void {
  if (values.hashes) console.log(`seed ${seed}: ${hash}`)
  if (failure === null) return
  console.log(`\n${failure.lastLines.join('\n')}`)
  console.log(`seed ${seed}: ${failure.message}`)
  console.log(`again: npm run simulate -- --seed ${seed} --seeds 1 --events ${wanted.events}\n`)
}

function sumUp(results: readonly SimResult[], seconds: number): void {
  const counts = new Map<string, number>()
  for (const result of results)
    for (const [what, count] of Object.entries(result.counts)) counts.set(what, (counts.get(what) ?? 0) + count)
  const reached = [...counts].toSorted(([a], [b]) => a.localeCompare(b)).map(([what, count]) => `  ${what}: ${count}`)
  const events = results.reduce((sum, result) => sum + result.events, 0)
  const hours = results.reduce((sum, { virtualSeconds }) => sum + virtualSeconds, 0) / 3_600
  const failed = results.flatMap(({ seed, failure }) => (failure === null ? [] : [seed]))
  console.log(`reached:\n${reached.join('\n')}`)
  console.log(
    `${results.length} seeds, ${events} events, ${hours.toFixed(1)} virtual hours in ${seconds.toFixed(0)} s ` +
      `(${Math.round(events / seconds)} events a second)`,
  )
  console.log(failed.length === 0 ? 'every promise held' : `broken in ${failed.length} seeds: ${failed.join(' ')}`)
}
