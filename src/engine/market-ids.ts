import { type MarketId, MarketIndex } from '../model/ids.js'
import type { Market } from '../model/market.js'
import { NO_MARKET } from './order.js'

/** What a ledger must know of a market. Without an index its place in the list is one. */
export type LedgerMarket = Pick<Market, 'id'> & { readonly index?: MarketIndex }

/** Ids of a run's markets, and their indexes: the journal keeps ids, because the next run may order its markets differently. */
export class MarketIds {
  /** An index has had two markets: what is said by index may be about the one before. */
  isReused = false
  /** The id of a market that left stays until its index has another one, for what is said late. */
  readonly #ids: MarketId[] = []
  readonly #indexes = new Map<MarketId, MarketIndex>()

  constructor(markets: readonly LedgerMarket[]) {
    for (const [place, { id, index = MarketIndex.of(place) }] of markets.entries()) this.join(id, index)
  }

  /** The market has the index from here on. */
  join(id: MarketId, index: MarketIndex): void {
    this.isReused ||= (this.#ids[index] ?? id) !== id
    this.#ids[index] = id
    this.#indexes.set(id, index)
  }

  /** The market has no index any more. */
  leave(id: MarketId): void {
    this.#indexes.delete(id)
  }

  /** Throws a RangeError for an index that no market of this run has had. */
  idOf(market: MarketIndex): MarketId {
    const id = this.#ids[market]
    if (id === undefined) throw new RangeError(`no market has index ${market}, there are ${this.#ids.length}`)
    return id
  }

  /** `NO_MARKET`: the market is not of this run. */
  indexOf(market: MarketId): MarketIndex {
    return this.#indexes.get(market) ?? NO_MARKET
  }
}
