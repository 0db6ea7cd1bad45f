import type { BacktestResult } from '../../backtest/result.js'
import type * as compilerModule from '../../src/cli/search/compiler.js'
import { onThreadNs } from '../rounds.js'
import { oldFloor } from './old-floor.js'
import { backtestModules, moduleOf, playBacktest } from './play-backtest.js'
import type * as recordedTapes from './recorded-tape.js'
import type { Tape } from './recorded-tape.js'
import type { Opened, Played, PlayRequest, ReplayOrder } from './replay-messages.js'

/**
 * A process that plays one thing of one built tree over a recording, repeatedly on request. Each contender has its own, so none runs code that the
 * compiler optimized for another, and each stays warm between its rounds. It ends when its parent does.
 */
async function serve({ root, source, folder, what }: ReplayOrder): Promise<void> {
  const recordedTape = await moduleOf<typeof recordedTapes>(root, 'bench/parts/recorded-tape')
  const recording = await recordedTape.recordingFolder(source ?? undefined, folder)
  const tape = await recordedTape.readTape(recording)
  const tapes = tapesOf(tape, what, recordedTape)
  const events = tapes.reduce((sum, { events }) => sum + events, 0)
  const play = await playOf(root, what)
  const compiler = await compilerOf(root)
  process.on('message', ({ ms }: PlayRequest) => {
    // A warm round reads what an event costs in a recording that takes long; a first pass is this recording alone.
    compiler?.compileForReplay(ms === 0 ? events : Number.POSITIVE_INFINITY)
    process.send?.(timed(tapes, play, ms))
  })
  process.once('disconnect', () => process.exit())
  process.send?.({ recording, events, markets: tape.markets.length } satisfies Opened)
}

/** The V8 settings that the commands of a tree make before a replay; null: none, as in version 0.1.0. */
const compilerOf = (root: string): Promise<typeof compilerModule | null> =>
  moduleOf<typeof compilerModule>(root, 'src/cli/search/compiler').catch(() => null)

function tapesOf(tape: Tape, { market }: ReplayOrder['what'], { tapesByMarket }: typeof recordedTapes): readonly Tape[] {
  if (market === 'all in one run') return [tape]
  const alone = tapesByMarket(tape)
  return market === 'one at a time' ? alone : [alone.reduce((most, other) => (other.events > most.events ? other : most))]
}

/** Plays a tape once; null: the variant has no account. */
type Play = (tape: Tape) => BacktestResult | null

async function playOf(root: string, { variant }: ReplayOrder['what']): Promise<Play> {
  if (variant === 'floor') {
    const play = await oldFloor(root)
    return tape => {
      play(tape)
      return null
    }
  }
  const modules = await backtestModules(root)
  return tape => playBacktest(modules, tape, variant)
}

/** Whole passes, at least one, until the given milliseconds are over. */
function timed(tapes: readonly Tape[], play: Play, ms: number): Played {
  const until = performance.now() + ms
  const from = onThreadNs()
  let results = tapes.map(play)
  let passes = 1
  for (; performance.now() < until; passes++) results = tapes.map(play)
  const ns = (onThreadNs() - from) / passes
  const accounts = results.flatMap(result => result?.accounts ?? [])
  return {
    ns,
    orders: accounts.reduce((sum, { orders }) => sum + orders.placed, 0),
    words: accounts.map(({ model, orders, fills }) => `${model} ${orders.placed} orders ${fills.length} fills`).join(', '),
  }
}

await serve(JSON.parse(process.argv[2] ?? '') as ReplayOrder)
