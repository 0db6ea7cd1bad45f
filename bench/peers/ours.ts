import { constantLatency } from '../../backtest/latency.js'
import { createBacktest } from '../../backtest/run.js'
import { deskSettings } from '../../src/engine/settings.js'
import { pessimistic } from '../../src/exchange/core/fill-models.js'
import { Size, Wei } from '../../src/model/money.js'
import { strategy } from '../../strategies/two-sided.js'
import { readTape, type Tape, tapesByMarket } from '../parts/recorded-tape.js'
import { onThreadNs } from '../rounds.js'
import type { PeerReading } from './peer-reading.js'

/** The maker of `bench/peers` in this project: `ours RECORDING one|all PASSES`. Prints what the others print. */
const [folder = '', how = 'all', passes = '3'] = process.argv.slice(2)

/** What would keep it from quoting as the others do is off; what keeps its books true is on. */
const SETTINGS = deskSettings({
  requote: { orderLifeSeconds: 3_600 },
  budget: { windows: [{ route: 'create', calls: 1_000_000, perMs: 1_000 }] },
  ownInBook: false,
})

function play({ markets, chunks, events }: Tape): PeerReading {
  const backtest = createBacktest({
    markets,
    assignments: markets.map(({ index }) => ({
      market: index,
      definition: { ...strategy, watches: 'depth' },
      parameters: strategy.parameters.parse({}),
    })),
    settings: SETTINGS,
    models: [pessimistic],
    latency: constantLatency({ feedMs: 0, entryMs: 50, answerMs: 50 }),
    fund: Wei.ofSize(Size.ofShares(10_000)),
    fingerprint: 'peers',
  })
  for (const chunk of chunks) backtest.add(chunk)
  const [account] = backtest.finish().accounts
  if (account === undefined) throw new Error('expected an account, found none')
  const { placed, canceled } = account.orders
  return { ns: 0, events, placed, canceled, fills: account.fills.length }
}

const sum = (parts: readonly PeerReading[], of: keyof PeerReading): number => parts.reduce((all, part) => all + part[of], 0)

const tape = await readTape(folder)
const tapes = how === 'all' ? [tape] : tapesByMarket(tape)
let best = Number.POSITIVE_INFINITY
let parts: readonly PeerReading[] = []
for (let pass = 0; pass < Number(passes); pass++) {
  const before = onThreadNs()
  parts = tapes.map(play)
  best = Math.min(best, onThreadNs() - before)
}
const [events, placed, canceled, fills] = (['events', 'placed', 'canceled', 'fills'] as const).map(name => sum(parts, name))
process.stdout.write(`${JSON.stringify({ ns: best, events, placed, canceled, fills })}\n`)
