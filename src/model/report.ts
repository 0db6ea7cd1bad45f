import type { Stamp } from './event.js'
import type { Fill } from './fill.js'
import type { MarketId, MarketIndex, OrderId } from './ids.js'
import type { Outcome, Wei } from './money.js'
import type { OpenOrder } from './order.js'
import type { Timestamp } from './time.js'

/** The complete state of one wallet at the venue at one moment. */
export interface Snapshot {
  readonly orders: readonly OpenOrder[]
  readonly cash: Wei
  readonly fills: readonly { readonly fill: Fill; readonly state: 'matched' | 'settled' }[]
  /** Settled shares, as on the chain. */
  readonly shares: ReadonlyMap<MarketIndex, Readonly<Record<Outcome, Wei>>>
  /**
   * The same for markets outside this run, which may have a result that the wallet has not redeemed. Absent: the venue pays results by itself, or
   * written by an older version.
   */
  readonly elsewhere?: ReadonlyMap<MarketId, Readonly<Record<Outcome, Wei>>>
  /**
   * The markets of this run that belong to neg-risk groups, by group: shares of one may become shares of another. Absent: the venue has no groups, or
   * written by an older version.
   */
  readonly groups?: readonly (readonly MarketIndex[])[]
  /**
   * Our orders with a match that cannot be reported as a fill yet, because its settlement has no id. Absent: unknown to the venue, or written by an
   * older version.
   */
  readonly unnamed?: readonly OrderId[]
}

/** What the venue reports about our orders, fills, limits and the connection itself. */
export type Report = Stamp &
  (
    | { readonly kind: 'accepted'; readonly order: OrderId; readonly venueId: string; readonly lockedUntil: Timestamp | null }
    /** Definite: the order never existed. */
    | { readonly kind: 'rejected'; readonly order: OrderId; readonly slug: string }
    | { readonly kind: 'unanswered'; readonly order: OrderId; readonly what: 'submit' | 'cancel' }
    | { readonly kind: 'removal'; readonly order: OrderId; readonly answer: 'removed' | 'noop' | 'locked' | 'silent' }
    | {
        readonly kind: 'ended'
        readonly order: OrderId
        readonly how: 'canceled' | 'expired' | 'invalidated' | 'unmatched'
        readonly why: string | null
      }
    /** Carries the complete fill: each of these may be the first we hear of it. */
    | { readonly kind: 'matched' | 'settled' | 'failed'; readonly fill: Fill }
    /** `at`: when the snapshot was requested. */
    | { readonly kind: 'snapshot'; readonly snapshot: Snapshot }
    /**
     * `at`: when the request was sent whose answer says so. `reads`: read requests of this route since the last such report, which no command caused.
     */
    | {
        readonly kind: 'rate'
        readonly route: string
        readonly remaining: number
        readonly resetsAt: Timestamp
        readonly reads?: number
      }
    | { readonly kind: 'link'; readonly state: 'live' | 'lost' }
    /** Everything that the venue sent about this wallet before `at` has been received: its stream has answered a probe sent then. */
    | { readonly kind: 'heard' }
    /** How far our monotonic clock (`Clock.now`) is ahead of the venue's, in microseconds. */
    | { readonly kind: 'offset'; readonly aheadUs: number }
  )
