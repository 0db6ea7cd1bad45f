import { type MarketId, MarketIndex } from '../model/ids.js'
import type { Market } from '../model/market.js'
import { NO_MARKET } from './order.js'

/** What a ledger needs to know of a market. `index` absent: its place in the list. */
export type LedgerMarket = Pick<Market, 'id'> & { readonly index?: MarketIndex }

/** Ids of a run's markets, and their indexes: the journal keeps ids, because the next run may use other indexes. */
export class MarketIds {
  /** True: an index has had two markets, so a late report may mean the earlier one. */
  isReused = false
  /** The id of a market that left is kept until its index is reused, for late reports. */
  readonly #ids: MarketId[] = []
  readonly #indexes = new Map<MarketId, MarketIndex>()

  constructor(markets: readonly LedgerMarket[]) {
    for (const [place, { id, index = MarketIndex.of(place) }] of markets.entries()) this.join(id, index)
  }

  /** From here on, the market has this index. */
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

  /** `NO_MARKET`: the market is not in this run. */
  indexOf(market: MarketId): MarketIndex {
    return this.#indexes.get(market) ?? NO_MARKET
  }
}
