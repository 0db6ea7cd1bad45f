import type { MarketId, MarketIndex } from './ids.js'
import type { Price, Size, Wei } from './money.js'
import type { Payout } from './payout.js'
import type { Timestamp } from './time.js'

/** One question with two outcomes, as known now: definition, grid, rewards, status and result arrive as events and change. */
export interface Market {
  readonly id: MarketId
  readonly index: MarketIndex
  readonly question: string
  /** The venue's own word for the kind of question, such as `CRYPTO_UP_DOWN`. null or absent: unknown. */
  readonly variant?: string | null
  readonly group: { readonly id: string; readonly isNegRisk: boolean; readonly isExhaustive: boolean } | null
  readonly tick: Price
  /** Significant digits an order's size may have. */
  readonly sizeDigits: number
  readonly minSize: Size
  readonly minValue: Wei
  readonly takerFeeBps: number
  readonly trading: 'open' | 'cancel-only' | 'closed'
  readonly endsAt: Timestamp | null
  readonly rewards: { readonly spreadMax: Price; readonly sizeMin: Size; readonly pointsPerHour: number } | null
  /** What one YES share pays; one NO share pays the rest of a dollar. */
  readonly result: null | { readonly yes: Payout; readonly at: Timestamp }
}
