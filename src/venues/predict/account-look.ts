import type { Snapshot } from '../../model/report.js'
import type { Timestamp } from '../../model/time.js'
import { readOnce, type SnapshotOptions } from './read-snapshot.js'

/** A match is listed within this time of its execution. */
const LISTED_WITHIN_MS = 60_000

/**
 * Makes the reading of an account for certainty alone: three calls of the trading routes. Matches from before the last reading that showed
 * nothing new are not read again, or a busy wallet's would take many pages. null: there are no calls to spare, or the account moved meanwhile.
 */
export function createAccountLook(snapshot: SnapshotOptions, maySpend: () => boolean): () => Promise<Snapshot | null> {
  const { fills, venueNow } = snapshot
  let agreedAt: Timestamp | null = null
  const sinceMs = (): number => {
    const open = fills.unsettled().map(one => one.sinceMs)
    return agreedAt === null ? fills.sinceMs : Math.max(fills.sinceMs, Math.min(agreedAt / 1_000, ...open) - LISTED_WITHIN_MS)
  }
  return async () => {
    if (!maySpend()) return null
    const askedAt = venueNow()
    const found = await readOnce(snapshot, sinceMs())
    if (found === null) return null
    const isNew = found.snapshot.fills.some(({ state }) => state === 'settled') || found.snapshot.unnamed?.length !== 0
    if (!isNew) {
      agreedAt = askedAt ?? agreedAt
      fills.caughtUp(askedAt)
    }
    return found.snapshot
  }
}
