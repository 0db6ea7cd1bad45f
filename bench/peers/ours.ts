import { compileForLongRun } from '../../src/cli/search/compiler.js'
import { readTape, type Tape, tapesByMarket } from '../parts/recorded-tape.js'
import { onThreadNs } from '../rounds.js'
import { runMaker } from './maker.js'
import type { PeerReading } from './peer-reading.js'

/** The maker of `bench/peers` in this project: `ours RECORDING one|all PASSES`. Prints the same format as the others. */
const [folder = '', how = 'all', passes = '3'] = process.argv.slice(2)

function play(tape: Tape): PeerReading {
  const { orders, fills } = runMaker(tape)
  const { placed, canceled } = orders
  return { ns: 0, events: tape.events, placed, canceled, fills: fills.length }
}

const sum = (parts: readonly PeerReading[], of: keyof PeerReading): number => parts.reduce((all, part) => all + part[of], 0)

const tape = await readTape(folder)
// The best pass is a warm one, as in a recording that takes long: `backtest` makes these settings for such a recording.
compileForLongRun()
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
