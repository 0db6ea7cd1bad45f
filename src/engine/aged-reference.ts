import type { Limits } from '../model/limits.js'
import type { Timestamp } from '../model/time.js'
import type { Reference } from './references.js'

/** What is needed of a market to see whether its references are too old. */
interface Reader {
  readonly needed: readonly Reference[]
  readonly limits: Pick<Limits, 'referenceAgeMaxMs'>
}

/** The reference of a market that is older than its limit, the oldest of them; null: there is none, or there is no limit. */
export function agedReference({ needed, limits: { referenceAgeMaxMs } }: Reader, now: Timestamp): Reference | null {
  if (referenceAgeMaxMs === undefined || referenceAgeMaxMs === null) return null
  const oldest = oldestOf(needed)
  return oldest !== null && now - oldest.at > referenceAgeMaxMs * 1_000 ? oldest : null
}

/** The reference whose newest value is oldest, the first of equals; one without a value is older than any. null: none is declared. */
export function oldestOf(references: readonly Reference[]): Reference | null {
  let oldest: Reference | null = null
  for (let i = 0; i < references.length; i++) if (oldest === null || references[i]!.at < oldest.at) oldest = references[i]!
  return oldest
}
