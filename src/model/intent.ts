import type { Brand } from './brand.js'
import type { MarketIndex, OrderHash, OrderId } from './ids.js'
import type { Level, Outcome, Side } from './money.js'
import type { Timestamp } from './time.js'

/** An order to place, complete except for its id. */
export interface Place extends Level {
  readonly kind: 'place'
  readonly market: MarketIndex
  readonly outcome: Outcome
  readonly side: Side
  readonly style: 'post-only' | 'limit' | 'market' | 'fill-or-kill'
  /** Whole seconds, expressed in microseconds like all times. */
  readonly expiresAt: Timestamp
}

/** A removal of an order. A hash names an order that is not ours. */
export interface Cancel {
  readonly kind: 'cancel'
  readonly order: OrderId | OrderHash
  /** Which orders may share a removal request with this one; absent: `old`. */
  readonly lot?: CancelLot
}

/**
 * A venue refuses a whole removal request if it does not know one of its orders. `old`: certainly known to the venue; `young`: too new to be certain,
 * or requested before; `alone`: in doubt, sent in a request of its own.
 */
export type CancelLot = 'old' | 'young' | 'alone'

/** What requote and legs make of a strategy's answer. */
export type Intent = Place | Cancel

/** What risk approved: an intent, or the handle of the order opened for it. Cast only in `engine/risk.ts`. */
export type Approved<T> = Brand<T, 'Approved'>

/** Why risk refused an intent: the rule, its limit, and the value found, in the limit's unit. */
export interface Refusal {
  readonly intent: Intent
  readonly rule: string
  readonly limit: number
  readonly found: number
  /** What a person needs beside the two numbers, such as the ghosts that were counted. */
  readonly note?: string
  /** The order's side is stopped until then. Absent: only this order is refused. */
  readonly stopsUntil?: Timestamp
}

/** Whether it refuses a whole answer of a strategy, of which no order can be made: it has a bid of size 0 in place of an order. */
export const isOfAnswer = ({ intent, stopsUntil }: Refusal): boolean =>
  intent.kind === 'place' && intent.size === 0 && stopsUntil === undefined

/** An order with our id, about to be sent. */
export interface Submit {
  readonly kind: 'submit'
  readonly id: OrderId
  readonly order: Approved<Place>
  /** Wall clock minus monotonic time when `expiresAt` was computed, in microseconds. Absent: 0. */
  readonly wallOffset?: number
}

/** A submit for the gateway to sign, with its turn's wall time, for venues whose orders sign a timestamp. */
export interface TimedSubmit extends Submit {
  readonly at: Timestamp
}

/** An approved intent with our id, about to be sent. Nothing may block a cancel. */
export type Command = Submit | Cancel
