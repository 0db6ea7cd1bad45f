import { defer, type Observable, Subject, startWith } from 'rxjs'
import type { Report } from '../../model/report.js'
import { type Clock, Timestamp } from '../../model/time.js'

/** Measures how far our even clock is ahead of the venue's, from the stamps of what it sends. */
export interface ClockOffset {
  /** Begins with what is known. */
  readonly reports: Observable<Report>
  /** What the venue's clock shows now; null: it was not measured yet. */
  readonly venueNow: () => Timestamp | null
  /** `atMs`: the venue's clock as it sent something, or a little before. */
  readonly stamp: (atMs: number, receivedAt: Timestamp) => void
  /**
   * The venue stamped something in whole seconds between our asking and its answer. Told only while nothing better is known, and then the least
   * that it proves: a clock that is wrong by an hour is known before the first order, which no push may have come before.
   */
  readonly between: (atSeconds: number, sentAt: Timestamp, receivedAt: Timestamp) => void
  /** How long something took there and back. */
  readonly roundTrip: (tripUs: number, at: Timestamp) => void
}

/** Two heartbeats: a link that is slow for a moment is not slow for this long. */
const WINDOW_US = 30_000_000
/** Smaller changes are noise; larger ones are told at once. */
const MATERIAL_US = 20_000
const LARGE_US = 200_000
const APART_US = 5_000_000
const SECOND_US = 1_000_000

/**
 * What came soonest after its stamp says most: the offset is at most that, and less by the way here, which is taken as half of the shortest
 * round trip.
 */
export function createClockOffset(clock: Clock): ClockOffset {
  const news = new Subject<Report>()
  const ahead = createLeast()
  const trips = createLeast()
  let told: { readonly aheadUs: number; readonly at: Timestamp } | null = null
  let isExact = false
  const reportOf = (aheadUs: number): Report => {
    const now = clock.now()
    return { kind: 'offset', aheadUs, at: now, receivedAt: now }
  }
  const say = (aheadUs: number, at: Timestamp): void => {
    told = { aheadUs, at }
    news.next(reportOf(aheadUs))
  }
  const tell = (at: Timestamp): void => {
    const most = ahead.least(at)
    if (most === null) return
    const aheadUs = Math.round(most - (trips.least(at) ?? 0) / 2)
    const change = told === null || !isExact ? Number.POSITIVE_INFINITY : Math.abs(aheadUs - told.aheadUs)
    if (change < MATERIAL_US || (change < LARGE_US && told !== null && at - told.at < APART_US)) return
    isExact = true
    say(aheadUs, at)
  }
  return {
    reports: defer(() => (told === null ? news : news.pipe(startWith(reportOf(told.aheadUs))))),
    venueNow: () => (told === null ? null : Timestamp.add(clock.now(), -told.aheadUs)),
    stamp: (atMs, receivedAt) => {
      ahead.add(receivedAt - atMs * 1_000, receivedAt)
      tell(receivedAt)
    },
    between: (atSeconds, sentAt, receivedAt) => {
      const least = sentAt - (atSeconds + 1) * SECOND_US
      const most = receivedAt - atSeconds * SECOND_US
      const proved = least > 0 ? least : Math.min(0, most)
      if (!isExact && Math.abs(proved) >= LARGE_US) say(proved, receivedAt)
    },
    roundTrip: (tripUs, at) => trips.add(tripUs, at),
  }
}

/** The least of what was seen within the window. */
function createLeast() {
  /** Rising in both, because what is larger and older than another can never be the least again. */
  const seen: { readonly value: number; readonly at: Timestamp }[] = []
  return {
    add: (value: number, at: Timestamp): void => {
      while ((seen.at(-1)?.value ?? Number.NEGATIVE_INFINITY) >= value) seen.pop()
      seen.push({ value, at })
    },
    least: (now: Timestamp): number | null => {
      while (seen.length > 1 && now - (seen[0]?.at ?? now) > WINDOW_US) seen.shift()
      return seen[0]?.value ?? null
    },
  }
}
