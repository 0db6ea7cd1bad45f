import type { FeeFunction } from './fees.js'
import type { MarketId, MarketIndex } from './ids.js'
import type { Price, Size, Wei } from './money.js'
import type { Payout } from './payout.js'
import type { Timestamp } from './time.js'

/** Price steps from the lowest price up: each step holds from its price on. Symmetric: the same for both outcomes. */
export type TickTable = readonly { readonly from: Price | 0; readonly tick: Price }[]

/** One question with two outcomes, as known now: definition, grid, rewards, status and result change by events. */
export interface Market {
  readonly id: MarketId
  readonly index: MarketIndex
  readonly question: string
  /** The venue's kind of question, such as `CRYPTO_UP_DOWN`. null or absent: unknown. */
  readonly variant?: string | null
  /** The venue's name of its category. Absent: unknown. */
  readonly category?: string
  /** Names of the category's tags. Absent: unknown. */
  readonly tags?: readonly string[]
  /** The price that decides the market: its name at the venue, and its value when the question was asked (null: not known yet). Absent: unknown. */
  readonly priceFeed?: { readonly name: string; readonly startPrice: number | null }
  /** The group of markets of one category. `isExhaustive`: the run started with all of them. `size`: their number; absent: unknown. */
  readonly group: {
    readonly id: string
    readonly isNegRisk: boolean
    readonly isExhaustive: boolean
    readonly size?: number
  } | null
  /** The smallest price step; with `ticks`, the smallest of those. */
  readonly tick: Price
  /** Price steps that depend on the price. Absent: `tick` everywhere. */
  readonly ticks?: TickTable
  /** Significant digits of an order's size. */
  readonly sizeDigits: number
  /** Sizes are integer multiples of this, such as one share. Absent: a millionth of a share. */
  readonly sizeStep?: Size
  readonly minSize: Size
  readonly minValue: Wei
  readonly takerFeeBps: number
  /** Absent: Predict.fun's function with `takerFeeBps`. */
  readonly fees?: FeeFunction
  /** The venue profile that fees, grid and least order come from. Absent: the venue's own definition. */
  readonly profile?: string
  /** `post-only`: orders may rest; an order that would trade at once is refused. */
  readonly trading: 'open' | 'post-only' | 'cancel-only' | 'closed'
  readonly endsAt: Timestamp | null
  readonly rewards: { readonly spreadMax: Price; readonly sizeMin: Size; readonly pointsPerHour: number } | null
  /** Payout of one YES share; a NO share pays the rest of a dollar. */
  readonly result: null | { readonly yes: Payout; readonly at: Timestamp }
}
