import { type MarketId, MarketIndex } from '../model/ids.js'
import type { Market } from '../model/market.js'
import type { Database } from '../sqlite/database.js'

/** A market as entries name it, and what a YES share of it had paid when the numbering began. `index` absent: its place in the list. */
export type NumberedMarket = Pick<Market, 'id' | 'result'> & { readonly index?: MarketIndex }

/** The market indexes used by the entries after `covers`, until the next numbering. */
export interface Numbering {
  readonly covers: number
  readonly markets: readonly NumberedMarket[]
}

/** Resolves market indexes from a numbering on: each `joined` entry gives one market its index. */
export class MarketNumbers {
  readonly #indexes = new Map<MarketId, MarketIndex>()
  readonly #ids = new Map<MarketIndex, MarketId>()

  constructor(markets: readonly Omit<NumberedMarket, 'result'>[]) {
    for (const [place, { id, index = MarketIndex.of(place) }] of markets.entries()) this.join({ id, index })
  }

  join({ id, index }: Pick<Market, 'id' | 'index'>): void {
    this.#indexes.set(id, index)
    this.#ids.set(index, id)
  }

  /** undefined: no earlier entry gave it an index. */
  indexOf(market: MarketId): MarketIndex | undefined {
    return this.#indexes.get(market)
  }

  /** undefined: no market has this index. */
  idOf(market: MarketIndex): MarketId | undefined {
    return this.#ids.get(market)
  }
}

/** The numberings of a file, in order. */
export const readNumberings = (db: Database): readonly Numbering[] =>
  db
    .prepare<[], { covers: number; markets: string }>('SELECT covers, markets FROM numberings ORDER BY covers')
    .all()
    .map(({ covers, markets }) => ({ covers, markets: JSON.parse(markets) as NumberedMarket[] }))

/** Creates the writer of numberings; a numbering equal to the last one is not written. */
export function createNumberingWriter(db: Database): (markets: readonly Market[]) => void {
  const last = db.prepare<[], { markets: string }>('SELECT markets FROM numberings ORDER BY covers DESC LIMIT 1')
  // Replaces a numbering that no entry followed, because it was never used.
  const insert = db.prepare('INSERT OR REPLACE INTO numberings SELECT coalesce(max(seq), 0), ? FROM entries')
  return markets => {
    const text = numberingText(markets)
    if (last.get()?.markets !== text) insert.run(text)
  }
}

/** A numbering as stored in its row. */
export const numberingText = (markets: readonly Market[]): string =>
  JSON.stringify(markets.map(({ id, index, result }, place) => (index === place ? { id, result } : { id, index, result })))
