import type { Timestamp } from '../../model/time.js'
import type { AccountLook } from '../venue.js'
import { readLoosely, type SnapshotOptions } from './read-snapshot.js'

/** A match is listed at most this long after its execution. */
const LISTED_WITHIN_MS = 60_000

/**
 * Creates the periodic read of an account, which only confirms what is known: two calls of the trading routes. Matches before the last read without
 * news are not read again, because a busy wallet's would take many pages. null: no calls to spare.
 */
export function createAccountLook(snapshot: SnapshotOptions, maySpend: () => boolean): () => Promise<AccountLook | null> {
  const { fills, venueNow } = snapshot
  let agreedAt: Timestamp | null = null
  const sinceMs = (): number => {
    const open = fills.unsettled().map(one => one.sinceMs)
    return agreedAt === null ? fills.sinceMs : Math.max(fills.sinceMs, Math.min(agreedAt / 1_000, ...open) - LISTED_WITHIN_MS)
  }
  return async () => {
    if (!maySpend()) return null
    const askedAt = venueNow()
    const { snapshot: shown, isStill } = await readLoosely(snapshot, sinceMs())
    const isNew = shown.fills.some(({ state }) => state === 'settled') || shown.unnamed?.length !== 0
    if (!isNew) {
      agreedAt = askedAt ?? agreedAt
      fills.caughtUp(askedAt)
    }
    return { snapshot: shown, isStill }
  }
}
