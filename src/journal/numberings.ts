import type { Database } from 'better-sqlite3'
import { type MarketId, MarketIndex } from '../model/ids.js'
import type { Market } from '../model/market.js'
import type { MarketNumbers } from './entry-text.js'

/** A market as entries name it, by its place in a numbering, and what a YES share of it had paid when the numbering began. */
export type NumberedMarket = Pick<Market, 'id' | 'result'>

/** How the entries behind `covers` number their markets, until the next numbering. */
export interface Numbering {
  readonly covers: number
  readonly markets: readonly NumberedMarket[]
}

/** Finds numbers by the ids of a numbering. */
export function numbersOf(markets: readonly Pick<Market, 'id'>[]): MarketNumbers {
  const numbers = new Map<MarketId, MarketIndex>(markets.map(({ id }, index) => [id, MarketIndex.of(index)]))
  return id => numbers.get(id)
}

/** The numberings of a file in their order. */
export const readNumberings = (db: Database, schema = 'main'): readonly Numbering[] =>
  db
    .prepare<[], { covers: number; markets: string }>(`SELECT covers, markets FROM ${schema}.numberings ORDER BY covers`)
    .all()
    .map(({ covers, markets }) => ({ covers, markets: JSON.parse(markets) as NumberedMarket[] }))

/** Makes the writer of numberings: a numbering as the last one is no row. */
export function createNumberingWriter(db: Database): (markets: readonly Market[]) => void {
  const last = db.prepare<[], { markets: string }>('SELECT markets FROM numberings ORDER BY covers DESC LIMIT 1')
  // One that no entry followed stood for nothing.
  const insert = db.prepare('INSERT OR REPLACE INTO numberings SELECT coalesce(max(seq), 0), ? FROM entries')
  return markets => {
    const text = numberingText(markets)
    if (last.get()?.markets !== text) insert.run(text)
  }
}

/** A numbering as its row holds it. */
export const numberingText = (markets: readonly Market[]): string =>
  JSON.stringify(markets.map(({ id, result }) => ({ id, result })))
