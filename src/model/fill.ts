import type { FillKey, MarketIndex, OrderId } from './ids.js'
import type { Outcome, Side, Wei } from './money.js'

/** Our part of a trade. No price field: it is value / shares and need not be on any grid. */
export interface Fill {
  readonly key: FillKey
  /** null: an order we do not know; it books by its market. */
  readonly order: OrderId | null
  readonly market: MarketIndex
  readonly outcome: Outcome
  readonly side: Side
  readonly shares: Wei
  readonly value: Wei
  /** While matched, by our own formula; settled corrects it. */
  readonly fee: { readonly in: 'shares' | 'cash'; readonly amount: Wei }
}
