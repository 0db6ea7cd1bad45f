import { Wei } from '../../src/model/money.js'
import { type YesTerms, yesTerms } from '../../src/model/yes-terms.js'
import type { SimulatedFill } from '../result.js'

/** A fill in the one book of YES prices, for statistics. */
export interface YesFill extends YesTerms {
  readonly at: number
  readonly market: number
  readonly shares: number
}

/** What a fill exchanged. */
export type Exchanged = Pick<SimulatedFill, 'at' | 'market' | 'outcome' | 'side' | 'shares' | 'value'>

/** The same fill in YES terms: NO bought at p is YES sold at 1 - p. */
export function yesFill({ at, market, outcome, side, shares, value }: Exchanged): YesFill {
  const count = Wei.toNumber(shares)
  const price = count === 0 ? 0 : Wei.toNumber(value) / count
  return { at, market, ...yesTerms({ outcome, side, price }), shares: count }
}
