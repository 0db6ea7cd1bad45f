import { type Observable, Subject } from 'rxjs'
import type { Report } from '../../model/report.js'
import { type Clock, Timestamp } from '../../model/time.js'

/** Measures how far our even clock is ahead of the venue's, from the stamps of what it sends. */
export interface ClockOffset {
  readonly reports: Observable<Report>
  /** What the venue's clock shows now; null: it was not measured yet. */
  readonly venueNow: () => Timestamp | null
  /** `atMs`: the venue's clock as it sent something, or a little before. */
  readonly stamp: (atMs: number, receivedAt: Timestamp) => void
  /** How long something took there and back. */
  readonly roundTrip: (tripUs: number, at: Timestamp) => void
}

/** Two heartbeats: a link that is slow for a moment is not slow for this long. */
const WINDOW_US = 30_000_000
/** Smaller changes are noise; larger ones are told at once. */
const MATERIAL_US = 20_000
const LARGE_US = 200_000
const APART_US = 5_000_000

/**
 * What came soonest after its stamp says most: the offset is at most that, and less by the way here, which is taken as half of the shortest
 * round trip.
 */
export function createClockOffset(clock: Clock): ClockOffset {
  const reports = new Subject<Report>()
  const ahead = createLeast()
  const trips = createLeast()
  let told: { readonly aheadUs: number; readonly at: Timestamp } | null = null
  const tell = (at: Timestamp): void => {
    const most = ahead.least(at)
    if (most === null) return
    const aheadUs = Math.round(most - (trips.least(at) ?? 0) / 2)
    const change = told === null ? Number.POSITIVE_INFINITY : Math.abs(aheadUs - told.aheadUs)
    if (change < MATERIAL_US || (change < LARGE_US && told !== null && at - told.at < APART_US)) return
    told = { aheadUs, at }
    const now = clock.now()
    reports.next({ kind: 'offset', aheadUs, at: now, receivedAt: now })
  }
  return {
    reports,
    venueNow: () => (told === null ? null : Timestamp.add(clock.now(), -told.aheadUs)),
    stamp: (atMs, receivedAt) => {
      ahead.add(receivedAt - atMs * 1_000, receivedAt)
      tell(receivedAt)
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
