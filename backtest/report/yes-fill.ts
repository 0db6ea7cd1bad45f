import { Wei } from '../../src/model/money.js'
import type { SimulatedFill } from '../result.js'

/** A fill as it stands in the one book of YES prices, for statistics. */
export interface YesFill {
  readonly at: number
  readonly market: number
  /** 1: it bought YES or sold NO. */
  readonly sign: 1 | -1
  /** Of a YES share, 0 to 1. */
  readonly price: number
  readonly shares: number
}

/** The same fill in YES terms: NO bought at p is YES sold at 1 - p. */
export function yesFill({ at, market, outcome, side, shares, value }: SimulatedFill): YesFill {
  const count = Wei.toNumber(shares)
  const price = count === 0 ? 0 : Wei.toNumber(value) / count
  const isYes = outcome === 'yes'
  return { at, market, sign: isYes === (side === 'buy') ? 1 : -1, price: isYes ? price : 1 - price, shares: count }
}
