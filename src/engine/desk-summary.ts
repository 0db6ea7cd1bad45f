import type { Fault } from '../model/fault.js'
import type { Market } from '../model/market.js'
import { type BookSide, type Level, Wei } from '../model/money.js'
import type { Decision } from '../model/quote.js'
import { takesOrders } from '../model/venue-mode.js'
import { wallOf } from './desk-clock.js'
import type { LedgerState } from './ledger.js'
import { costOfHeld } from './market-worth.js'
import { Proof } from './order-record.js'
import { statusOf } from './order-status.js'
import { realizedOf } from './portfolio.js'
import { equityOf, type Marked, markOf } from './profit.js'
import { type DeskQuoting, quotingOf, sumQuoting } from './quoting-time.js'
import type { SettlementCounts } from './settlement-gate.js'
import type { SlotSide } from './slot-side.js'
import { clockOffsetMsOf } from './venue-clock.js'

/** What displays may read of the desk after a turn; for screens and reports, never for decisions. */
export interface DeskSummary {
  readonly cash: Wei
  /** Of the cash, what decided markets pay once their shares are redeemed. */
  readonly unredeemed: Wei
  readonly equity: Wei
  readonly realized: Wei
  readonly fees: Wei
  readonly isHalted: boolean
  readonly haltedBy: string | null
  readonly isPaused: boolean
  /** How far the wall clock is ahead of the venue's; null: not measured yet. */
  readonly clockOffsetMs: number | null
  readonly counts: Readonly<Record<'placed' | 'canceled' | 'filled' | 'refused' | 'unknown' | 'fills', number>>
  readonly volume: Wei
  readonly settlement: SettlementCounts
  /** Over all markets, since this run began. */
  readonly quoting: DeskQuoting
  readonly markets: readonly {
    readonly market: Market
    readonly state: 'live' | 'suspect' | 'lost'
    readonly decision: Decision['kind'] | null
    /** Why its strategy pulls, in its words; null: it does not, or the market takes no orders any more. */
    readonly pulledFor: string | null
    /** The reference that is older than its limit, so that the market is pulled; null: none is, or the market takes no orders any more. */
    readonly agedReference: string | null
    /** Its strategy's name; null: nothing quotes here. */
    readonly strategy: string | null
    /** Why its strategy is not asked any more; null: it is. */
    readonly fault: Fault | null
    /** Who paused it, its strategy or everything, or has it closed; null: no person did. */
    readonly pausedBy: string | null
    /** Its position is closed: nothing else is placed. */
    readonly isClosing: boolean
    /** Sides that are stopped because their fills lost. */
    readonly stopped: readonly BookSide[]
    /** Our orders that rest at the venue, in YES terms. */
    readonly resting: Readonly<Record<BookSide, readonly Level[]>>
    readonly yes: Wei
    readonly no: Wei
    /** Over the life of the wallet: sold less bought, and what is held by its mark. */
    readonly equity: Wei
    /** Of held and matched shares: what they are worth by their marks, and what was paid for them. */
    readonly worth: Wei
    readonly cost: Wei
    readonly quoting: DeskQuoting
  }[]
}

/** What a watcher sees. */
export function summarize(marked: Marked & { readonly past: DeskQuoting }): DeskSummary {
  const { ledger, slots, clock, past } = marked
  const { state, portfolio } = ledger
  const unknown = ledger.blotter.orders.all.filter(order => statusOf(order, clock) === 'unknown').length
  let realized: bigint = state.past?.realized ?? 0n
  let fees: bigint = state.past?.fees ?? 0n
  for (const position of state.positions.values()) {
    realized += realizedOf(position.yes) + realizedOf(position.no)
    fees += position.fees
  }
  return {
    cash: state.cash,
    unredeemed: portfolio.unredeemed.total,
    equity: equityOf(marked),
    realized: Wei.of(realized),
    fees: Wei.of(fees),
    volume: state.volume,
    settlement: countsOf(state),
    isHalted: state.halt !== null,
    haltedBy: state.halt?.rule ?? null,
    isPaused: state.isPaused || ledger.latch.pauses.isAll,
    clockOffsetMs: clockOffsetMsOf(ledger.venueClock, clock.wallOffset),
    counts: { ...state.counts, unknown },
    quoting: sumQuoting([past, ...slots.map(slot => quotingOf(slot, clock.now))]),
    markets: slots.map(slot => {
      const { yes, no } = portfolio.position(slot.id)
      const { pending } = slot.inventory.position
      const worth = markOf(slot, ledger, wallOf(clock))
      const isOver = !takesOrders(slot.market)
      const flow = yes.soldFor - yes.boughtFor + no.soldFor - no.boughtFor
      return {
        market: slot.depth.market,
        state: slot.net.state,
        decision: slot.quoting.decision,
        pulledFor: isOver ? null : slot.quoting.pulls.why,
        agedReference: isOver ? null : (slot.quoting.aged?.name ?? null),
        strategy: slot.assignment === null ? null : slot.quoting.name,
        fault: slot.quoting.fault,
        pausedBy: ledger.latch.pauses.of(slot.id, slot.quoting.name)?.who ?? null,
        isClosing: slot.quoting.closing !== null,
        stopped: (['bid', 'ask'] as const).filter(side => slot.stop[side] > clock.now),
        resting: { bid: restingOf(slot.bid), ask: restingOf(slot.ask) },
        yes: Wei.add(yes.shares, pending.yes),
        no: Wei.add(no.shares, pending.no),
        equity: Wei.of(flow + slot.inventory.unsettledCash + worth),
        worth: Wei.of(worth),
        cost: costOfHeld(slot, ledger),
        quoting: quotingOf(slot, clock.now),
      }
    }),
  }
}

const countsOf = ({
  settlement: { settled, failed, failedWinning, failedLosing },
}: LedgerState): DeskSummary['settlement'] => ({
  settled,
  failed,
  failedWinning,
  failedLosing,
})

/** Orders that the venue has confirmed; one that is still being sent does not rest yet. */
const restingOf = ({ sums: { orders } }: SlotSide): readonly Level[] =>
  orders.filter(({ proof }) => proof === Proof.SEEN).map(({ yesPrice, left }) => ({ price: yesPrice, size: left }))
