import { defer, type Observable, Subject, startWith } from 'rxjs'
import type { Report } from '../../model/report.js'
import { type Clock, Timestamp } from '../../model/time.js'

/** Measures how far our monotonic clock is ahead of the venue's, from the timestamps in its messages. */
export interface OffsetMeter {
  /** Starts with the known offset. */
  readonly reports: Observable<Report>
  /** The venue's clock now; null: not measured yet. */
  readonly venueNow: () => Timestamp | null
  /** `atMs`: the venue's clock when it sent something, or slightly before. */
  readonly stamp: (atMs: number, receivedAt: Timestamp) => void
  /**
   * The venue made a timestamp in whole seconds between our request and its answer. Reported only while nothing better is known, and then only the
   * least offset that it proves: a clock that is wrong by an hour is noticed before the first order, even without any push.
   */
  readonly between: (atSeconds: number, sentAt: Timestamp, receivedAt: Timestamp) => void
  /** Duration of a round trip. */
  readonly roundTrip: (tripUs: number, at: Timestamp) => void
}

/** Two heartbeats: a short slowdown of the link ends within this time. */
const WINDOW_US = 30_000_000
/** Smaller changes are noise; larger ones are reported at once. */
const MATERIAL_US = 20_000
const LARGE_US = 200_000
const APART_US = 5_000_000
const SECOND_US = 1_000_000

/**
 * The message with the shortest time since its timestamp decides: the offset is at most that, minus the way to us, taken as half of the shortest
 * round trip.
 */
export function createOffsetMeter(clock: Clock): OffsetMeter {
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

/** The minimum within the window. */
function createLeast() {
  /** Both fields ascend: an entry that is larger and older than another can never be the minimum again. */
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
