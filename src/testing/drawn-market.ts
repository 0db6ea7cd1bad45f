import { MarketId, MarketIndex } from '../model/ids.js'
import type { Market } from '../model/market.js'
import { plainMarket } from '../model/plain-market.js'

/** What a test sets of a market. Defaults: cent ticks, open, no fee, no end. */
export type MarketChange = Partial<Omit<Market, 'id' | 'index'>> & { readonly id?: string }

/** A market for a test. */
export const drawMarket = ({ id = 'drawn', ...change }: MarketChange = {}): Market => ({
  ...plainMarket(id),
  ...change,
  id: MarketId.of(id),
  index: MarketIndex.of(0),
})
