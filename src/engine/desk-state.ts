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
 * Settled shares of one outcome, and the sums behind them. Sums do not depend on the order of the fills, so a late report does not change the result.
 * The cost of the held shares is their fraction of everything bought.
 */
export interface Holding {
  shares: Wei
  bought: Wei
  boughtFor: Wei
  sold: Wei
  soldFor: Wei
}

/** What a wallet holds of a market, and what it came to. */
export interface PositionRecord {
  readonly yes: Holding
  readonly no: Holding
  /** In cash; a fee in shares is valued at the price of its fill. */
  fees: Wei
  /** Payout of a YES share, once paid; null: not paid. */
  result: Payout | null
}

/**
 * A difference between our books and the venue's that was booked under a name. `opening`: the first snapshot of a new wallet; `split`, `merge`: pairs of
 * shares that a transaction made of cash, or turned into cash; `convert`: NO that a transaction turned into YES of other markets of its group, and cash.
 */
export interface Adjustment {
  readonly why: 'opening' | 'unexplained' | 'split' | 'merge' | 'convert'
  readonly what: 'cash' | Outcome | 'pairs'
  readonly market: MarketId | null
  readonly amount: Wei
  /** Of converted shares: the cash that came for NO, or below 0 was paid for YES. */
  readonly cash?: Wei
  readonly at: Timestamp
}

/**
 * Everything that a restart needs, as plain data. Except for `marks`, `reads` and `told` it is a function of the journal's entries and their times.
 * Keyed by `MarketId`, because the next run may use other indexes.
 */
export interface DeskState {
  readonly version: 1
  readonly epoch: number
  counter: number
  isOpened: boolean
  /** Settled cash, with the payouts in `unredeemed`. */
  cash: Wei
  /** What decided markets pay once the wallet redeems their shares. Absent: the venue paid every result so far by itself. */
  unredeemed?: Map<MarketId, Wei>
  /** Everything that came or went without a fill: cash, and shares valued at half a unit. */
  adjusted: Wei
  halt: (Halt & { readonly at: Timestamp }) | null
  /** Until the run ends, or a resume. */
  isPaused: boolean
  /** Pauses by a person that last until a resume. Absent: there never were any. */
  pauses?: Map<ControlScope, Pause>
  readonly orders: Map<OrderId, OrderRecord>
  readonly pending: Map<FillKey, PendingFill>
  /** Keys of finished fills, oldest first; at most `CLOSED_MAX`. */
  readonly closed: Map<FillKey, 'settled' | 'failed'>
  readonly positions: Map<MarketId, PositionRecord>
  /** Profit of positions that were dropped. Absent: none was. */
  past?: { readonly realized: Wei; readonly fees: Wei }
  /** When a side was last refused, or its order ended by the venue. */
  readonly quiet: Map<MarketId, { bid: Timestamp; ask: Timestamp }>
  /** Until when a side is stopped by its markout. Absent: none ever was. */
  stops?: Map<MarketId, { bid: Timestamp; ask: Timestamp }>
  /** Calls of the last ten minutes by whole second, and the cancels of the last turn by lot, which share calls. */
  readonly calls: { second: number; creates: number; cancels: number }[]
  readonly canceling: { at: Timestamp; old: number; young: number }
  /** Orders in one cancel request at this run's venue. Absent: a hundred. */
  readonly cancelsPerCall?: number
  /** Reads of the trading routes in the last ten minutes, by the same seconds; like `told`, not in the journal. */
  readonly reads: { second: number; count: number }[]
  /** The venue's last report of what is left of a route's window; for this process only, not in the journal. */
  readonly told: Map<string, { readonly remaining: number; readonly resetsAt: Timestamp; readonly at: Timestamp }>
  readonly counts: Record<'placed' | 'canceled' | 'filled' | 'refused' | 'fills', number>
  volume: Wei
  /**
   * Marked profit since the wallet was opened: its highest, and at the start of the UTC day. Money that came or went without a fill is no profit. It
   * depends on books, so it is saved in checkpoints and not in the journal. null: the next mark sets both.
   */
  marks: { peak: Wei; day: number; dayStart: Wei } | null
  /**
   * Equity that limits in per cent refer to: that of a run's first mark. A restart on the same UTC day keeps it, so that a loss does not make room
   * for the next; a resume after a halt by a loss limit resets it. Like `marks` it depends on books. null: the next mark sets it.
   */
  startEquity: Wei | null
  /** Results of matched fills; `recent`: the last ones, one character each, newest last. */
  readonly settlement: { settled: number; failed: number; failedWinning: number; failedLosing: number; recent: string }
  prunedAt: Timestamp
}

/** Most positions without shares that are kept of markets that left, for late reports of fills. */
export const POSITIONS_KEPT = 500
/** Most keys of finished fills that are kept to recognize repeated reports. */
export const CLOSED_MAX = 10_000
/** The state of a new wallet. `epoch` makes its order ids unique, see `OrderId`. */
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
