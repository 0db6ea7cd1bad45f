import type { Halt } from '../model/halt.js'
import type { FillKey, MarketId, OrderId } from '../model/ids.js'
import type { Place } from '../model/intent.js'
import { type BookSide, type Outcome, type Price, type Side, Size, Wei } from '../model/money.js'
import type { Payout } from '../model/payout.js'
import { Timestamp } from '../model/time.js'

/** How sure we are that the venue ever had an order; only ever rises, so the order of arrival does not matter. */
export const Proof = { NONE: 0, UNANSWERED: 1, REJECTED: 2, SEEN: 3 } as const

/** What is known of one order of ours: facts, and no state; `statusOf` says what they mean at a moment. */
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
  proof: (typeof Proof)[keyof typeof Proof]
  /** Shares of its fills that did not fail, and what is left of `size`. */
  filled: Wei
  left: Size
  /** What the venue's list said was filled: more than `filled` means that a fill is on its way to us. */
  shown: Wei
  /** It cannot be removed before. */
  lockedUntil: Timestamp
  /** When its removal was last asked for, and how often. */
  askedAt: Timestamp | null
  asks: number
  endedAt: Timestamp | null
  how: 'removed' | 'canceled' | 'expired' | 'invalidated' | 'unmatched' | 'missing' | null
  /** Snapshots in a row that did not show it. */
  missed: number
  lastAt: Timestamp
}

/** What decides an order's status. */
export type OrderFacts = Omit<Readonly<OrderRecord>, 'id'> & {
  /** The venue has listed a match of it that has no name yet: its fill is still to come. */
  readonly isUnnamed?: boolean
}

/** A fill that is not settled yet. */
export interface PendingFill {
  readonly order: OrderId | null
  readonly market: MarketId
  readonly outcome: Outcome
  readonly side: Side
  readonly shares: Wei
  readonly value: Wei
  readonly feeIn: 'shares' | 'cash'
  readonly fee: Wei
  readonly at: Timestamp
}

/**
 * Settled shares of one outcome, and the sums they came from. Only sums: they do not depend on the order of the fills, so a report that
 * comes late or twice cannot bend them. What the held shares cost is their part of all that was bought.
 */
export interface Holding {
  shares: Wei
  bought: Wei
  boughtFor: Wei
  sold: Wei
  soldFor: Wei
}

export interface PositionRecord {
  readonly yes: Holding
  readonly no: Holding
  /** In cash; a fee in shares at the price of its fill. */
  fees: Wei
  /** What a YES share paid, once it has paid. */
  result: Payout | null
}

/** A difference between our books and the venue's that we booked as what it is. `opening`: the first snapshot of a new wallet. */
export interface Adjustment {
  readonly why: 'opening' | 'unexplained'
  readonly what: 'cash' | Outcome
  readonly market: MarketId | null
  readonly amount: Wei
  readonly at: Timestamp
}

/**
 * All that a restart needs, as plain data. But for `marks`, `reads` and `told` it is a function of the journal's entries and their times, and keyed by
 * `MarketId`, because the next run may order its markets differently.
 */
export interface DeskState {
  readonly version: 1
  readonly epoch: number
  counter: number
  isOpened: boolean
  /** Settled cash. */
  cash: Wei
  /** Everything that came or went without a fill: cash, and shares at half a unit each. */
  adjusted: Wei
  halt: (Halt & { readonly at: Timestamp }) | null
  isPaused: boolean
  readonly orders: Map<OrderId, OrderRecord>
  readonly pending: Map<FillKey, PendingFill>
  /** Keys of fills that are over, oldest first; at most `CLOSED_MAX`. */
  readonly closed: Map<FillKey, 'settled' | 'failed'>
  readonly positions: Map<MarketId, PositionRecord>
  /** When a side was last refused or ended by the venue. */
  readonly quiet: Map<MarketId, { bid: Timestamp; ask: Timestamp }>
  /** Calls of the last ten minutes by whole second, and the cancels of the last turn by lot, which go a hundred in a call. */
  readonly calls: { second: number; creates: number; cancels: number }[]
  readonly canceling: { at: Timestamp; old: number; young: number }
  /** Reads of the trading routes of the last ten minutes, by the same seconds; like `told`, the journal does not keep them. */
  readonly reads: { second: number; count: number }[]
  /** What the venue last said is left of a route's window; of this process only, since the journal does not keep it. */
  readonly told: Map<string, { readonly remaining: number; readonly resetsAt: Timestamp; readonly at: Timestamp }>
  readonly counts: Record<'placed' | 'canceled' | 'filled' | 'refused' | 'fills', number>
  volume: Wei
  /**
   * Profit since the wallet was opened, marked: its highest, and where the UTC day began. What came or went without a fill is no profit.
   * From books, so a checkpoint carries it and the journal does not. null: the next mark begins both.
   */
  marks: { peak: Wei; day: number; dayStart: Wei } | null
  /**
   * Equity that limits in per cent go by: that of a run's first mark. A restart on the same UTC day keeps it, so that a loss does not make room
   * for the next; a resume after a halt by a limit of loss begins it again. Like `marks` it is from books. null: the next mark sets it.
   */
  startEquity: Wei | null
  /** What became of matched fills; `recent`: the last ones, a character each, the newest at the end. */
  readonly settlement: { settled: number; failed: number; failedWinning: number; failedLosing: number; recent: string }
  prunedAt: Timestamp
}

/** The most keys of finished fills that are kept to recognise a fill that is told again. */
export const CLOSED_MAX = 10_000
/** What is left below a hundredth of a share cannot rest, so the order is over. */
export const DUST = Size.of(10_000)

/** The state of a wallet that never traded. `epoch` makes its order ids unique, see `OrderId`. */
export const freshDeskState = (epoch: number): DeskState => ({
  version: 1,
  epoch,
  counter: 0,
  isOpened: false,
  cash: Wei.ZERO,
  adjusted: Wei.ZERO,
  halt: null,
  isPaused: false,
  orders: new Map(),
  pending: new Map(),
  closed: new Map(),
  positions: new Map(),
  quiet: new Map(),
  calls: [],
  canceling: { at: Timestamp.ZERO, old: 0, young: 0 },
  reads: [],
  told: new Map(),
  counts: { placed: 0, canceled: 0, filled: 0, refused: 0, fills: 0 },
  volume: Wei.ZERO,
  marks: null,
  startEquity: null,
  settlement: { settled: 0, failed: 0, failedWinning: 0, failedLosing: 0, recent: '' },
  prunedAt: Timestamp.ZERO,
})

/**
 * What decides an order's status beside its facts; times in microseconds. A class, because V8 makes an object of each time that a field of a
 * literal takes.
 */
export class StatusClock {
  now = Timestamp.ZERO
  /** What the wall clock says less `now`, in microseconds. */
  wallOffset = 0
  grace = 0
  /** When this run began: an answer to an older order is no longer awaited by anyone. */
  bornAt = Timestamp.ZERO
  /** Everything that the venue said of this wallet before this has come in. Infinity: its stream proves nothing, and time alone counts. */
  heardUntil = Number.POSITIVE_INFINITY
}

/** What the wall clock says, in microseconds. */
export const wallOf = ({ now, wallOffset }: Pick<Readonly<StatusClock>, 'now' | 'wallOffset'>): number => now + wallOffset

/** Whether an order takes at once or goes, and never rests. */
export const isTake = ({ style }: Pick<OrderRecord, 'style'>): boolean => style === 'market' || style === 'fill-or-kill'

/**
 * `unknown` and `ghost` keep their exposure. A ghost was removed and may still settle until its grace is over and the wallet's stream has proved
 * that it lived then: a fill whose word got lost on a dead link is as real as any.
 */
export type OrderStatus = 'pending' | 'working' | 'unknown' | 'ghost' | 'done'

/** Nothing of the order is at the venue any more. */
export const isOver = (status: OrderStatus): boolean => status === 'ghost' || status === 'done'

/**
 * When an order's signature is void, by the even clock. The wall clock may have been wrong when the order was stamped or may be wrong now,
 * and then the later of both readings counts: exposure that is kept too long costs quotes, one that is dropped too early costs money.
 */
export const expiryOf = (
  { expiresAt, wallOffset }: Pick<OrderRecord, 'expiresAt' | 'wallOffset'>,
  clock: Pick<Readonly<StatusClock>, 'wallOffset'>,
): number => expiresAt - Math.min(wallOffset, clock.wallOffset)

/** How far the wall clock may have moved since an order was stamped, in microseconds. */
const STEP_MAX = 1_000_000

/** Whether the wall clock was set since the order was placed, so that it lives longer or shorter than was meant. */
export const isMisstamped = (
  { wallOffset }: Pick<OrderRecord, 'wallOffset'>,
  clock: Pick<Readonly<StatusClock>, 'wallOffset'>,
): boolean => Math.abs(wallOffset - clock.wallOffset) > STEP_MAX

/** Whether the grace behind an order's end is over, and everything that was said of it until then has come in. */
const isPast = ({ isUnnamed }: OrderFacts, at: number, { now, grace, heardUntil }: Readonly<StatusClock>): boolean =>
  now >= at + grace && heardUntil >= at + grace && isUnnamed !== true

/** Whether only the stream's proof keeps an order from being over: its time has passed. */
export const awaitsProof = (order: OrderFacts, clock: Readonly<StatusClock>): boolean =>
  clock.now >= expiryOf(order, clock) + clock.grace

/** Whether an order was seen at the venue, has something left, and nothing has told of its end. Its time may have passed unheard. */
export const isBelievedOpen = ({ proof, endedAt, left }: OrderFacts): boolean =>
  proof === Proof.SEEN && endedAt === null && left >= DUST

/** Reads an order's facts at a moment. */
export function statusOf(order: OrderFacts, clock: Readonly<StatusClock>): OrderStatus {
  if (order.proof === Proof.REJECTED || order.left < DUST) return 'done'
  if (order.endedAt !== null) return isPast(order, order.endedAt, clock) ? 'done' : 'ghost'
  // The signature itself is void after its expiration, whatever the venue forgot to say.
  if (isPast(order, expiryOf(order, clock), clock)) return 'done'
  if (order.proof === Proof.SEEN) return order.missed > 0 ? 'unknown' : 'working'
  return order.proof === Proof.UNANSWERED || order.placedAt < clock.bornAt ? 'unknown' : 'pending'
}
