import { type MarketId, MarketIndex } from '../model/ids.js'
import type { Market } from '../model/market.js'
import { NO_MARKET } from './order.js'

/** Ids of a run's markets, and their indexes: the journal keeps ids, because the next run may order its markets differently. */
export class MarketIds {
  readonly #ids: readonly MarketId[]
  readonly #indexes: ReadonlyMap<MarketId, MarketIndex>

  /** `markets` in the order of their indexes. */
  constructor(markets: readonly Pick<Market, 'id'>[]) {
    this.#ids = markets.map(market => market.id)
    this.#indexes = new Map(this.#ids.map((id, index) => [id, MarketIndex.of(index)]))
  }

  /** Throws a RangeError for a market that is not of this run. */
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
