import type { Halt } from '../model/halt.js'
import { type Level, Wei } from '../model/money.js'
import { type DeskClock, wallOf } from './desk-clock.js'
import type { DeskSettings, DeskSummary, Limits } from './desk-options.js'
import type { Holding } from './desk-state.js'
import type { Unsettled } from './inventory.js'
import type { Ledger, LedgerState } from './ledger.js'
import { Proof } from './order-record.js'
import { statusOf } from './order-status.js'
import { realizedOf } from './portfolio.js'
import { quotingOf, sumQuoting } from './quoting-time.js'
import type { Side } from './side.js'
import type { Slot } from './slot.js'
import { clockOffsetMsOf } from './venue-clock.js'

export const DAY = 86_400_000_000
const FIRST_LIGHT_WAIT = 10_000_000

/** An account at a moment, as far as its marks go by it. */
interface Marked {
  readonly ledger: Ledger
  readonly slots: readonly Slot[]
  readonly clock: Readonly<DeskClock>
}

/** Cash, what unsettled fills will move of it, and the marks of all positions of this run's markets. */
function equityOf({ ledger, slots, clock }: Marked): Wei {
  let equity: bigint = ledger.state.cash
  for (const slot of slots) equity += slot.inventory.unsettledCash + markOf(slot, ledger, wallOf(clock))
  return Wei.of(equity)
}

/**
 * Whether profit can be told: every market that holds something has a mark in this run. A market that stays dark or one-sided is waited for
 * only so long; then its cost has to do.
 */
export function isMarkable({ slots, clock }: Omit<Marked, 'ledger'>): boolean {
  if (clock.now - clock.bornAt >= FIRST_LIGHT_WAIT) return true
  return slots.every(
    ({ mark, depth, inventory: { position } }) =>
      position.yes + position.no === 0 || mark.priceOf('yes', depth.market, wallOf(clock)) !== null,
  )
}

/** Profit since the wallet was opened, marked: a deposit is none, and what left without a fill is no loss. */
export const profitOf = (marked: Marked): Wei => Wei.sub(equityOf(marked), marked.ledger.state.adjusted)

/** Takes profit down as the day's start and the peak, and names the limit of loss that it passes. The day is that of UTC, by the wall clock. */
export function markProfit(state: LedgerState, profit: Wei, wall: number, limits: DeskSettings['limits']): Halt | null {
  const day = Math.floor(wall / DAY)
  state.marks ??= { peak: profit, day, dayStart: profit }
  if (state.marks.day !== day) state.marks = { ...state.marks, day, dayStart: profit }
  const { marks } = state
  marks.peak = Wei.max(marks.peak, profit)
  const equity = Wei.add(profit, state.adjusted)
  // Without money there is nothing to take a per cent of.
  if (equity > 0n) state.startEquity ??= equity
  const ofDay = Wei.toNumber(Wei.sub(marks.dayStart, profit))
  const ofPeak = Wei.toNumber(Wei.sub(marks.peak, profit))
  const start = state.startEquity === null ? 0 : Wei.toNumber(state.startEquity)
  return (
    passed('lossPerDayMaxUsdt', limits.lossPerDayMaxUsdt, ofDay) ??
    passed('drawdownMaxUsdt', limits.drawdownMaxUsdt, ofPeak) ??
    passedPercent('lossPerDayMaxPercent', limits.lossPerDayMaxPercent, { lost: ofDay, start }) ??
    passedPercent('drawdownMaxPercent', limits.drawdownMaxPercent, { lost: ofPeak, start })
  )
}

const passed = (rule: keyof Limits, limit: number | null, found: number): Halt | null =>
  limit !== null && found > limit ? { rule, limit, found } : null

function passedPercent(
  rule: keyof Limits,
  limit: number | null,
  { lost, start }: { readonly lost: number; readonly start: number },
): Halt | null {
  if (limit === null || start === 0 || lost <= (start * limit) / 100) return null
  // Rounded up, so that what was found never reads like the limit.
  const found = Math.ceil((10_000 * lost) / start) / 100
  return { rule, limit, found, note: `${lost.toFixed(2)} USDT lost of ${start.toFixed(2)} USDT equity at the start` }
}

/** What a watcher sees. */
export function summarize(marked: Marked): DeskSummary {
  const { ledger, slots, clock } = marked
  const { state, portfolio } = ledger
  const unknown = ledger.blotter.orders.all.filter(order => statusOf(order, clock) === 'unknown').length
  let realized = 0n
  let fees = 0n
  for (const position of state.positions.values()) {
    realized += realizedOf(position.yes) + realizedOf(position.no)
    fees += position.fees
  }
  return {
    cash: state.cash,
    equity: equityOf(marked),
    realized: Wei.of(realized),
    fees: Wei.of(fees),
    volume: state.volume,
    settlement: countsOf(state),
    isHalted: state.halt !== null,
    haltedBy: state.halt?.rule ?? null,
    isPaused: state.isPaused,
    clockOffsetMs: clockOffsetMsOf(ledger.venueClock, clock.wallOffset),
    counts: { ...state.counts, unknown },
    quoting: sumQuoting(slots.map(slot => quotingOf(slot, clock.now))),
    markets: slots.map(slot => {
      const { yes, no } = portfolio.position(slot.id)
      const { pending } = slot.inventory.position
      const flow = yes.soldFor - yes.boughtFor + no.soldFor - no.boughtFor
      return {
        market: slot.depth.market,
        state: slot.net.state,
        decision: slot.quoting.decision,
        strategy: slot.assignment === null ? null : slot.quoting.name,
        fault: slot.quoting.fault,
        resting: { bid: restingOf(slot.bid), ask: restingOf(slot.ask) },
        yes: Wei.add(yes.shares, pending.yes),
        no: Wei.add(no.shares, pending.no),
        equity: Wei.of(flow + slot.inventory.unsettledCash + markOf(slot, ledger, wallOf(clock))),
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

/** What the venue has seen of a side's orders: one that is on its way there does not rest yet. */
const restingOf = ({ sums: { orders } }: Side): readonly Level[] =>
  orders.filter(({ proof }) => proof === Proof.SEEN).map(({ yesPrice, left }) => ({ price: yesPrice, size: left }))

/** What is held and matched in a market, by its mark: 100 YES with a mark of 0.42 count 42. Without a mark there is only cost. */
function markOf(slot: Slot, ledger: Ledger, wall: number): bigint {
  const { held } = slot.inventory
  if (!slot.attention.isFilled && held.yes === 0 && held.no === 0) return 0n
  const { yes, no } = ledger.portfolio.position(slot.id)
  return markHolding(yes, slot, 'yes', wall) + markHolding(no, slot, 'no', wall)
}

function markHolding(holding: Holding, slot: Slot, outcome: 'yes' | 'no', wall: number): bigint {
  const shares = holding.shares + (outcome === 'yes' ? slot.inventory.position.pending.yes : slot.inventory.position.pending.no)
  if (shares === 0n) return 0n
  const price = slot.mark.priceOf(outcome, slot.depth.market, wall)
  return price === null ? costOf(holding, slot.inventory.pending, outcome, shares) : (shares * BigInt(price)) / 10_000n
}

/** Of shares held or matched: their part of all that was bought, unsettled buys included. */
function costOf(holding: Holding, pending: readonly Unsettled[], outcome: 'yes' | 'no', shares: bigint): bigint {
  let bought: bigint = holding.bought
  let paid: bigint = holding.boughtFor
  for (const { fill, shares } of pending) {
    if (fill.outcome !== outcome || fill.side !== 'buy') continue
    bought += shares
    paid += fill.value
  }
  return bought === 0n ? 0n : (paid * shares) / bought
}
