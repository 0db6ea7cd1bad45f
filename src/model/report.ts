import type { Stamp } from './event.js'
import type { Fill } from './fill.js'
import type { MarketIndex, OrderId } from './ids.js'
import type { Outcome, Wei } from './money.js'
import type { OpenOrder } from './order.js'
import type { Timestamp } from './time.js'

/** All that the venue knows of one wallet at one moment; all or nothing. */
export interface Snapshot {
  readonly orders: readonly OpenOrder[]
  readonly cash: Wei
  readonly fills: readonly { readonly fill: Fill; readonly state: 'matched' | 'settled' }[]
  /** Settled shares, as the chain has them. */
  readonly shares: ReadonlyMap<MarketIndex, Readonly<Record<Outcome, Wei>>>
  /** Our orders with a match that cannot be told as a fill yet, because its settlement has no id. Absent: the venue cannot say, or an older version asked. */
  readonly unnamed?: readonly OrderId[]
}

/** What the venue says of our orders, fills, limits and of the link itself. */
export type Report = Stamp &
  (
    | { readonly kind: 'accepted'; readonly order: OrderId; readonly venueId: string; readonly lockedUntil: Timestamp | null }
    /** Definite: the order never was. */
    | { readonly kind: 'rejected'; readonly order: OrderId; readonly slug: string }
    | { readonly kind: 'unanswered'; readonly order: OrderId; readonly what: 'submit' | 'cancel' }
    | { readonly kind: 'removal'; readonly order: OrderId; readonly answer: 'removed' | 'noop' | 'locked' | 'silent' }
    | {
        readonly kind: 'ended'
        readonly order: OrderId
        readonly how: 'canceled' | 'expired' | 'invalidated' | 'unmatched'
        readonly why: string | null
      }
    /** Carries all of the fill: each may be the first we hear of it. */
    | { readonly kind: 'matched' | 'settled' | 'failed'; readonly fill: Fill }
    /** `at`: when it was asked for. */
    | { readonly kind: 'snapshot'; readonly snapshot: Snapshot }
    /** `at`: when the request left whose answer says so. `reads`: requests of this route since the last such report that no command asked for. */
    | {
        readonly kind: 'rate'
        readonly route: string
        readonly remaining: number
        readonly resetsAt: Timestamp
        readonly reads?: number
      }
    | { readonly kind: 'link'; readonly state: 'live' | 'lost' }
    /** Everything that the venue said of this wallet before `at` has come in: its stream has answered a probe that left then. */
    | { readonly kind: 'heard' }
    /** How far our even clock (`Clock.now`) is ahead of the venue's, in microseconds. */
    | { readonly kind: 'offset'; readonly aheadUs: number }
  )
