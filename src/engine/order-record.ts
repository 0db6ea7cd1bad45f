import type { MarketId, OrderId } from '../model/ids.js'
import type { Place } from '../model/intent.js'
import { type BookSide, type Outcome, type Price, type Side, Size, type Wei } from '../model/money.js'
import { Timestamp } from '../model/time.js'

/** How certain it is that the venue ever had an order. It only rises, so the sequence of reports does not matter. */
export const Proof = { NONE: 0, UNANSWERED: 1, REJECTED: 2, SEEN: 3 } as const
export type Proof = (typeof Proof)[keyof typeof Proof]

/** Why an order is over. `missing`: the venue's lists no longer show it. */
export type Ending = 'removed' | 'canceled' | 'expired' | 'invalidated' | 'unmatched' | 'missing'

/** Less than a hundredth of a share cannot rest, so the order is over. */
export const DUST = Size.of(10_000)

/** One of our orders as saved: facts, not states; `statusOf` says what they mean at a moment. */
export interface OrderRecord {
  readonly id: OrderId
  readonly market: MarketId
  readonly outcome: Outcome
  readonly side: Side
  readonly price: Price
  readonly size: Size
  readonly style: Place['style']
  /** Wall time, as the venue reads it. */
  readonly expiresAt: Timestamp
  /** Timestamp.ZERO: found at the venue, its age is unknown. */
  readonly placedAt: Timestamp
  /** Wall clock minus monotonic clock when it was placed, in microseconds. */
  readonly wallOffset: number
  /** Its side in the book of YES prices. */
  readonly bookSide: BookSide
  readonly yesPrice: Price
  readonly proof: Proof
  /** Shares of its fills that did not fail, and what is left of `size`. */
  readonly filled: Wei
  readonly left: Size
  /** Filled according to the venue's list: more than `filled` means that a fill has not been reported yet. */
  readonly shown: Wei
  /** It cannot be removed before this time. */
  readonly lockedUntil: Timestamp
  /** When its removal was last requested, and how often. */
  readonly askedAt: Timestamp | null
  readonly asks: number
  readonly endedAt: Timestamp | null
  readonly how: Ending | null
  /** Consecutive snapshots without it. */
  readonly missed: number
  readonly lastAt: Timestamp
}

/** Whether an order was seen at the venue, has something left, and no end was reported. It may have expired without a report. */
export const isBelievedOpen = ({ proof, endedAt, left }: Pick<OrderRecord, 'proof' | 'endedAt' | 'left'>): boolean =>
  proof === Proof.SEEN && (endedAt === null || endedAt === Timestamp.NEVER) && left >= DUST
