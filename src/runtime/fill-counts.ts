import type { DeskState } from '../engine/desk-state.js'
import type { FillKey, MarketId, MarketIndex } from '../model/ids.js'
import type { Report } from '../model/report.js'

/** Fills of this run by market; for screens. */
export interface FillCounts {
  /** Number of fills of a market, each counted once. */
  readonly of: (market: MarketId) => number
  /** Counts the fills of a report; other reports change nothing. */
  readonly take: (report: Report) => void
}

/** Repeated reports of a fill come within moments, so older keys are dropped. */
const KEYS_MAX = 5_000

/**
 * Counts each fill once, whichever of its states is reported first, but none that the desk has at the start: the first snapshot lists those again.
 * `idOf`: the id of the market that has an index now; another market may get the index later.
 */
export function createFillCounts(
  { closed, pending }: Pick<DeskState, 'closed' | 'pending'>,
  idOf: (index: MarketIndex) => MarketId | undefined,
): FillCounts {
  const seen = new Set<FillKey>([...closed.keys(), ...pending.keys()])
  const counts = new Map<MarketId | undefined, number>()
  const add = (key: FillKey, market: MarketIndex): void => {
    if (seen.has(key)) return
    seen.add(key)
    const id = idOf(market)
    counts.set(id, (counts.get(id) ?? 0) + 1)
    for (const oldest of seen) {
      if (seen.size <= KEYS_MAX) return
      seen.delete(oldest)
    }
  }
  return {
    of: market => counts.get(market) ?? 0,
    take: report => {
      if ('fill' in report) add(report.fill.key, report.fill.market)
      if (report.kind === 'snapshot') for (const { fill } of report.snapshot.fills) add(fill.key, fill.market)
    },
  }
}
