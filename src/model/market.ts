import type { FeeFunction } from './fees.js'
import type { MarketId, MarketIndex } from './ids.js'
import type { Price, Size, Wei } from './money.js'
import type { Payout } from './payout.js'
import type { Timestamp } from './time.js'

/** From the lowest price up: from which price on a step holds. The same seen from both outcomes. */
export type TickTable = readonly { readonly from: Price | 0; readonly tick: Price }[]

/** One question with two outcomes, as known now: definition, grid, rewards, status and result arrive as events and change. */
export interface Market {
  readonly id: MarketId
  readonly index: MarketIndex
  readonly question: string
  /** The venue's own word for the kind of question, such as `CRYPTO_UP_DOWN`. null or absent: unknown. */
  readonly variant?: string | null
  /** The venue's name of the category that it stands in. Absent: unknown. */
  readonly category?: string
  /** Names of the category's tags. Absent: unknown. */
  readonly tags?: readonly string[]
  /** The price that decides it, as its venue names it, and where that stood when the question was asked; null: unknown yet. Absent: none is known. */
  readonly priceFeed?: { readonly name: string; readonly startPrice: number | null }
  /** Markets of one category. `isExhaustive`: the run began with each of them. `size`: how many there are; absent: unknown. */
  readonly group: {
    readonly id: string
    readonly isNegRisk: boolean
    readonly isExhaustive: boolean
    readonly size?: number
  } | null
  /** The smallest price step; where `ticks` are given, the smallest of those. */
  readonly tick: Price
  /** Price steps that depend on the price. Absent: `tick` everywhere. */
  readonly ticks?: TickTable
  /** Significant digits an order's size may have. */
  readonly sizeDigits: number
  /** A size is a whole multiple of this: a share where only whole ones are traded. Absent: of a millionth. */
  readonly sizeStep?: Size
  readonly minSize: Size
  readonly minValue: Wei
  readonly takerFeeBps: number
  /** Absent: Predict.fun's, with `takerFeeBps`. */
  readonly fees?: FeeFunction
  /** The profile of a venue that fees, grid and least order are of. Absent: the market's own words. */
  readonly profile?: string
  /** `post-only`: takes what rests, and nothing that would trade at once. */
  readonly trading: 'open' | 'post-only' | 'cancel-only' | 'closed'
  readonly endsAt: Timestamp | null
  readonly rewards: { readonly spreadMax: Price; readonly sizeMin: Size; readonly pointsPerHour: number } | null
  /** What one YES share pays; one NO share pays the rest of a dollar. */
  readonly result: null | { readonly yes: Payout; readonly at: Timestamp }
}
