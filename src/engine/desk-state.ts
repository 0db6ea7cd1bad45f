import type { ControlScope, Pause } from '../model/control-scope.js'
import type { Halt } from '../model/halt.js'
import type { FillKey, MarketId, OrderId } from '../model/ids.js'
import { type Outcome, type Side, Wei } from '../model/money.js'
import type { Payout } from '../model/payout.js'
import { Timestamp } from '../model/time.js'
import type { OrderRecord } from './order-record.js'

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
 * comes late does not change the result. What the held shares cost is their part of all that was bought.
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
  /** Until the run ends, or a resume. */
  isPaused: boolean
  /** What a person paused until a person resumes it. Absent: nothing ever was. */
  pauses?: Map<ControlScope, Pause>
  readonly orders: Map<OrderId, OrderRecord>
  readonly pending: Map<FillKey, PendingFill>
  /** Keys of fills that are over, oldest first; at most `CLOSED_MAX`. */
  readonly closed: Map<FillKey, 'settled' | 'failed'>
  readonly positions: Map<MarketId, PositionRecord>
  /** What positions earned that are forgotten. Absent: none is. */
  past?: { readonly realized: Wei; readonly fees: Wei }
  /** When a side was last refused or ended by the venue. */
  readonly quiet: Map<MarketId, { bid: Timestamp; ask: Timestamp }>
  /** Until when a side is stopped by its markout. Absent: none ever was. */
  stops?: Map<MarketId, { bid: Timestamp; ask: Timestamp }>
  /** Calls of the last ten minutes by whole second, and the cancels of the last turn by lot, which share calls. */
  readonly calls: { second: number; creates: number; cancels: number }[]
  readonly canceling: { at: Timestamp; old: number; young: number }
  /** Orders that one cancel request holds at the venue of this run. Absent: a hundred. */
  readonly cancelsPerCall?: number
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

/** The most positions without shares that are kept of markets which left, for a fill that is told late. */
export const POSITIONS_KEPT = 500
/** The most keys of finished fills that are kept to recognise a fill that is told again. */
export const CLOSED_MAX = 10_000
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
