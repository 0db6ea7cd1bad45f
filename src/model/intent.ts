import type { Brand } from './brand.js'
import type { MarketIndex, OrderHash, OrderId } from './ids.js'
import type { Level, Outcome, Side } from './money.js'
import type { Timestamp } from './time.js'

/** An order we want, complete but for our id. */
export interface Place extends Level {
  readonly kind: 'place'
  readonly market: MarketIndex
  readonly outcome: Outcome
  readonly side: Side
  readonly style: 'post-only' | 'limit' | 'market' | 'fill-or-kill'
  /** Whole seconds, in microseconds as every time. */
  readonly expiresAt: Timestamp
}

/** Take an order off the book. A hash names an order that is not ours. */
export interface Cancel {
  readonly kind: 'cancel'
  readonly order: OrderId | OrderHash
  /** Which orders may share a request with this one; absent: `old`. */
  readonly lot?: CancelLot
}

/**
 * A venue refuses a removal whole where it does not know one of its orders. `old`: surely recorded there; `young`: too new to be sure, or
 * asked for before; `alone`: in doubt, and goes in a request of its own.
 */
export type CancelLot = 'old' | 'young' | 'alone'

/** What requote and legs make of a strategy's answer. */
export type Intent = Place | Cancel

/** What risk let pass: an intent, or the handle of the order that was opened with it. The casts stand in `engine/risk.ts` only. */
export type Approved<T> = Brand<T, 'Approved'>

/** What risk said no to: the rule that refused, its limit, and what was found, in the limit's unit. */
export interface Refusal {
  readonly intent: Intent
  readonly rule: string
  readonly limit: number
  readonly found: number
  /** Anything a person needs beside the two numbers, such as the ghosts that were counted. */
  readonly note?: string
  /** It stops the side of its order until then. Absent: it refuses that order alone. */
  readonly stopsUntil?: Timestamp
}

export interface Submit {
  readonly kind: 'submit'
  readonly id: OrderId
  readonly order: Approved<Place>
  /** Where the wall clock stood when `expiresAt` was computed: wall less monotonic time, in microseconds. Absent: 0. */
  readonly wallOffset?: number
}

/** A submit as a gateway signs it: with the moment of its turn by the wall clock, for venues whose orders sign their own time. */
export interface TimedSubmit extends Submit {
  readonly at: Timestamp
}

/** An approved intent with our id, about to be sent. Nothing may stand in a cancel's way. */
export type Command = Submit | Cancel
