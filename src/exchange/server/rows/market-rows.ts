import type { Reads } from '../read-models/reads.js'
import { type MarketRow, marketRow } from './market-row.js'

/** Rows of markets for one answer: each market's is made once, however many of the answer's rows carry it. */
export const marketRows = (reads: Reads): ((id: number) => MarketRow) => {
  const made = new Map<number, MarketRow>()
  return id => {
    const known = made.get(id) ?? marketRow(reads, id, { stats: false })
    made.set(id, known)
    return known
  }
}
