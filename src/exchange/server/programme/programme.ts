import { ApiRefusal } from '../http/refusal.js'
import { repeat } from '../markets/repeat.js'
import { wholeSeconds } from '../markets/whole-seconds.js'
import type { StopTimer } from '../timers.js'
import type { Writes } from '../writes/writes.js'
import { followPlan } from './follow-plan.js'
import { openOccurrence, type ReadySeries, type ResultsOf } from './open-occurrence.js'
import type { Incidents, Programme, ProgrammeSeries } from './programme-seed.js'

/** Longest interval between occurrences: a week. */
export const SERIES_MINUTES_MAX = 10_080

const CALM: Incidents = {
  pausePercent: 0,
  tickChangePercent: 0,
  clarificationPercent: 0,
  disputePercent: 0,
  halvesPercent: 0,
  cancelOnlyPercent: 0,
  matchingOffPercent: 0,
  removalPercent: 0,
}

interface Drawn {
  /** Seed of all draws. */
  readonly seed: number
  readonly resultsOf: ResultsOf
}

/**
 * Opens the markets of each series when they are due and causes the incidents that were drawn, also for series that are no longer in the programme. An
 * occurrence whose time has passed is not opened. Rejects with a RangeError on an invalid series.
 */
export const startProgramme = async (writes: Writes, programme: Programme, drawn: Drawn): Promise<StopTimer> => {
  const ready = readySeries(programme)
  const planned = new Set<number>()
  let seen = -1
  const look = async (): Promise<void> => {
    for (const one of ready) await openOccurrence(writes, { ...one, ...drawn })
    if (writes.reads.markets.catalog.revision !== seen) {
      seen = writes.reads.markets.catalog.revision
      for (const { id, plan } of writes.reads.markets.catalog.markets())
        if (plan !== undefined && writes.reads.core.market(id)?.result === null) planned.add(id)
    }
    for (const id of planned) if (await isFollowed(writes, id)) planned.delete(id)
  }
  await look()
  return repeat(writes.timers, look, error => writes.log('the programme has stopped', { error: String(error) }))
}

/** A refusal means that an operator has changed the market, so it is left to the operator. */
const isFollowed = async (writes: Writes, id: number): Promise<boolean> => {
  try {
    return await followPlan(writes, id)
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error
    writes.log('the programme leaves a market alone', { market: id, reason: error.message })
    return true
  }
}

const readySeries = ({ series, incidents }: Programme): readonly ReadySeries[] => {
  const names = new Set<string>()
  return series.map(one => {
    if (names.has(one.name)) throw new RangeError(`programme: two series are called ${one.name}; give each its own name`)
    names.add(one.name)
    return { series: one, ...spanOf(one), incidents: { ...CALM, ...incidents, ...one.incidents } }
  })
}

const spanOf = ({ name, everyMinutes, lastsMinutes = everyMinutes }: ProgrammeSeries): { everyUs: number; lastsUs: number } => {
  const [every, lasts] = [wholeSeconds(everyMinutes), wholeSeconds(lastsMinutes)]
  const isPossible = [everyMinutes, lastsMinutes].every(minutes => minutes > 0 && minutes <= SERIES_MINUTES_MAX)
  if (every === null || lasts === null || !isPossible || lastsMinutes > 2 * everyMinutes)
    throw new RangeError(
      `programme: ${name}: everyMinutes must be a positive number of whole seconds up to a week, and lastsMinutes at most twice as long, found ${everyMinutes} and ${lastsMinutes} minutes`,
    )
  return { everyUs: every * 1_000_000, lastsUs: lasts * 1_000_000 }
}
