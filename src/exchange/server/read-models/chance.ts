import type { CoreReads } from '../log/readable-core.js'

/** With a wider spread than this, in 1/10,000, the last sale tells more than the middle. */
const SPREAD_MAX = 1_000
const EVEN = 5_000

/**
 * How likely Yes is, in percent with at most four decimals. For a resolved market: what it pays. For a book with a spread of at most ten cents, or
 * without a sale so far: the middle of best bid and ask. Otherwise: the last sale (50 before the first), moved into the spread if it is outside.
 * `lastSale` is the YES price of the newest settled sale in 1/10,000; `null`: none yet.
 */
export const chanceOf = (core: CoreReads, market: number, lastSale: number | null): number => {
  const result = core.market(market)?.result ?? null
  if (result !== null) return result * 100
  const bid = core.levels(market, 'bid', 1)[0]?.price
  const ask = core.levels(market, 'ask', 1)[0]?.price
  const isTold = bid !== undefined && ask !== undefined && (lastSale === null || ask - bid <= SPREAD_MAX)
  const chance = isTold ? (bid + ask) / 2 : Math.min(Math.max(lastSale ?? EVEN, bid ?? 0), ask ?? 10_000)
  return Math.round(chance * 100) / 10_000
}
