import { type MarketId, OrderId } from '../model/ids.js'
import type { Place } from '../model/intent.js'
import { type BookSide, type Outcome, type Price, type Side, Size, type Wei } from '../model/money.js'
import { Timestamp } from '../model/time.js'
import type { Order } from './order.js'

/** How sure we are that the venue ever had an order. It only rises, so the sequence of reports does not matter. */
export const Proof = { NONE: 0, UNANSWERED: 1, REJECTED: 2, SEEN: 3 } as const
export type Proof = (typeof Proof)[keyof typeof Proof]

/** Why an order is over. `missing`: the venue's lists do not show it any more. */
export type Ending = 'removed' | 'canceled' | 'expired' | 'invalidated' | 'unmatched' | 'missing'

/** What is left below a hundredth of a share cannot rest, so the order is over. */
export const DUST = Size.of(10_000)

/** One order of ours as it is written down: facts, and no state; `statusOf` says what they mean at a moment. */
export interface OrderRecord {
  readonly id: OrderId
  readonly market: MarketId
  readonly outcome: Outcome
  readonly side: Side
  readonly price: Price
  readonly size: Size
  readonly style: Place['style']
  /** By the wall clock, as the venue reads it. */
  readonly expiresAt: Timestamp
  /** Timestamp.ZERO: found at the venue, its age unknown. */
  readonly placedAt: Timestamp
  /** Where the wall clock stood when it was placed, less the even clock, in microseconds. */
  readonly wallOffset: number
  /** Where it stands in the book of YES prices. */
  readonly bookSide: BookSide
  readonly yesPrice: Price
  readonly proof: Proof
  /** Shares of its fills that did not fail, and what is left of `size`. */
  readonly filled: Wei
  readonly left: Size
  /** What the venue's list said was filled: more than `filled` means that a fill is on its way to us. */
  readonly shown: Wei
  /** It cannot be removed before. */
  readonly lockedUntil: Timestamp
  /** When its removal was last asked for, and how often. */
  readonly askedAt: Timestamp | null
  readonly asks: number
  readonly endedAt: Timestamp | null
  readonly how: Ending | null
  /** Snapshots in a row that did not show it. */
  readonly missed: number
  readonly lastAt: Timestamp
}

/** Whether an order was seen at the venue, has something left, and nothing has told of its end. Its time may have passed unheard. */
export const isBelievedOpen = ({ proof, endedAt, left }: Pick<OrderRecord, 'proof' | 'endedAt' | 'left'>): boolean =>
  proof === Proof.SEEN && (endedAt === null || endedAt === Timestamp.NEVER) && left >= DUST

/** An order as it is written down. */
export function recordOf(order: Order, epoch: number): OrderRecord {
  const { number, marketId, outcome, side, price, size, style, expiresAt, placedAt, wallOffset, bookSide, yesPrice } =
    order.terms
  const { proof, filled, left, shown, lockedUntil, askedAt, asks, endedAt, how, missed, lastAt } = order
  return {
    id: OrderId.of(epoch, number),
    ...{ market: marketId, outcome, side, price, size, style, expiresAt, placedAt, wallOffset, bookSide, yesPrice },
    ...{ proof, filled, left, shown, lockedUntil, askedAt: order.isAsked ? askedAt : null, asks },
    ...{ endedAt: order.hasEnded ? endedAt : null, how, missed, lastAt },
  }
}
