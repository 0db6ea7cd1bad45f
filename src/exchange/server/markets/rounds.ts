import type { Reads } from '../read-models/reads.js'
import type { Writes } from '../writes/writes.js'
import { followRound, isRound } from './follow-round.js'
import { openRound, type RoundSeries } from './open-round.js'
import { repeat } from './repeat.js'
import { ROUND_MINUTES_MAX, type RoundsSeed } from './rounds-seed.js'
import { wholeSeconds } from './whole-seconds.js'

/**
 * Opens the rounds of each series when they are due and resolves every round, including those that an operator made. Rounds that ended while
 * the exchange was down are resolved at once; a round whose time has passed is not opened. Throws a RangeError on an invalid series.
 */
export const startRounds = async (writes: Writes, seeds: readonly RoundsSeed[]): Promise<() => void> => {
  const series = seeds.map(seed => seriesOf(writes.reads, seed))
  const undecided = new Set<number>()
  let seen = -1
  const look = async (): Promise<void> => {
    for (const one of series) await openRound(writes, one)
    const {
      core,
      markets: { catalog },
    } = writes.reads
    if (catalog.revision !== seen) {
      seen = catalog.revision
      for (const words of catalog.markets())
        if (isRound(words) && core.market(words.id)?.result === null) undecided.add(words.id)
    }
    for (const id of undecided) if (await followRound(writes, id)) undecided.delete(id)
  }
  await look()
  return repeat(writes.timers, look, error => writes.log('the rounds have stopped', { error: String(error) }))
}

const seriesOf = (reads: Reads, seed: RoundsSeed): RoundSeries => {
  const source = reads.prices.feed(seed.feed)
  if (source === null) throw new RangeError(`rounds: there is no price feed "${seed.feed}"`)
  const seconds = wholeSeconds(seed.minutes)
  // A feed's price changes once a second, so a round needs whole seconds.
  if (seconds === null || seed.minutes <= 0 || seed.minutes > ROUND_MINUTES_MAX)
    throw new RangeError(`rounds: a round must last whole seconds and at most a day, found ${seed.minutes} minutes`)
  const length = Number.isInteger(seed.minutes) ? `${seed.minutes}m` : `${seconds}s`
  return { ...seed, source, lengthUs: seconds * 1_000_000, slug: `${source.symbol.toLowerCase()}-up-or-down-${length}` }
}
