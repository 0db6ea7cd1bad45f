import type { FillKey, MarketIndex, OrderId } from './ids.js'
import type { Outcome, Side, Wei } from './money.js'

/** Our part of a trade. It has no price field: the price is value / shares and need not be on any grid. */
export interface Fill {
  readonly key: FillKey
  /** null: an unknown order; the fill is booked by its market. */
  readonly order: OrderId | null
  readonly market: MarketIndex
  readonly outcome: Outcome
  readonly side: Side
  readonly shares: Wei
  readonly value: Wei
  /** While `matched`: computed by our own formula; `settled` corrects it. */
  readonly fee: { readonly in: 'shares' | 'cash'; readonly amount: Wei }
}
