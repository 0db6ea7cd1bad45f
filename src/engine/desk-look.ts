import type { ControlScope, Pause } from '../model/control-scope.js'
import { OrderId } from '../model/ids.js'
import type { Market } from '../model/market.js'
import type { Price, Wei } from '../model/money.js'
import type { Timestamp } from '../model/time.js'
import type { Account } from './account.js'
import type { WindowLook } from './call-window.js'
import { wallOf } from './desk-clock.js'
import type { DeskSettings } from './desk-options.js'
import type { DeskState } from './desk-state.js'
import { dayOf } from './loss-marks.js'
import type { Order, Terms } from './order.js'
import { expiryOf, isOver, type OrderStatus, statusOf } from './order-status.js'
import { equityOf } from './profit.js'
import type { RiskLook, SharedRisk } from './risk-look.js'
import type { Slot } from './slot.js'
import { worstCaseOf } from './worst-case.js'

/** One order of ours that may rest at the venue. */
export interface OrderLook extends Pick<Terms, 'outcome' | 'side' | 'price' | 'size' | 'placedAt'> {
  readonly id: OrderId
  readonly market: Market
  readonly strategy: string | null
  readonly yesSide: 'bid' | 'ask'
  readonly yesPrice: Price
  /** The unfilled size, in millionths of a share. */
  readonly left: number
  readonly status: OrderStatus
  /** Its removal was requested. */
  readonly isLeaving: boolean
  /** By the monotonic clock. */
  readonly expiresAt: number
}

/** One market. Sizes in millionths of a share, money in 1e-10. */
export interface MarketLook extends RiskLook {
  readonly market: Market
  /** Index of its strategy in the config; null: no strategy quotes it. */
  readonly stanza: number | null
  readonly parameters: unknown
  readonly heardAt: Timestamp
  /** Matched and settled YES minus NO, and what rests on each side. */
  readonly net: number
  readonly bidOpen: number
  readonly askOpen: number
}

/** What a desk shows beside its summary, as of its last turn: limits and their use, open orders, calls. For people, never for decisions. */
export interface DeskLook extends SharedRisk {
  readonly now: Timestamp
  readonly halt: DeskState['halt']
  /** What a person paused. */
  readonly pauses: readonly (Pause & { readonly scope: ControlScope })[]
  /** Money that came or went without a fill. */
  readonly adjusted: Wei
  readonly settings: Pick<DeskSettings, 'limits' | 'requote'>
  readonly orders: readonly OrderLook[]
  readonly markets: readonly MarketLook[]
  readonly calls: readonly WindowLook[]
  /** Fills not settled yet, and the results of recent ones, one character each. */
  readonly settlement: { readonly pending: number; readonly oldestAt: Timestamp | null; readonly recent: string }
  /** Loss since the UTC day began and since the highest profit, and the equity that percentages refer to. null: profit is not marked yet. */
  readonly lost: { readonly today: bigint; readonly fromPeak: bigint; readonly startEquity: Wei | null } | null
}

/** Reads a desk between two turns. Changes nothing that a turn depends on. */
export function lookAt(account: Account): DeskLook {
  const { ledger, slots, clock, settings, budget } = account
  const { halt, pauses, adjusted, pending, settlement } = ledger.state
  return {
    ...account.scopes.look(),
    now: clock.now,
    halt,
    pauses: [...(pauses ?? [])].map(([scope, pause]) => ({ scope, ...pause })),
    adjusted,
    settings: { limits: settings.limits, requote: settings.requote },
    orders: slots.flatMap(slot => slot.orders.flatMap(order => orderLook(order, slot, account))),
    markets: slots.map(slot => marketLook(slot, account)),
    calls: budget.look(),
    settlement: { pending: pending.size, oldestAt: oldestOf(pending.values()), recent: settlement.recent },
    lost: lostOf(account),
  }
}

function orderLook(order: Order, { market, assignment, quoting }: Slot, { ledger, clock }: Account): readonly OrderLook[] {
  const status = statusOf(order, clock)
  if (isOver(status)) return []
  const { number, outcome, side, price, size, placedAt, bookSide } = order.terms
  const terms = { outcome, side, price, size, placedAt, yesSide: bookSide, yesPrice: order.yesPrice }
  const look: OrderLook = {
    ...terms,
    id: OrderId.of(ledger.state.epoch, number),
    market,
    strategy: assignment === null ? null : quoting.name,
    left: order.left,
    status,
    isLeaving: order.isAsked,
    expiresAt: expiryOf(order.terms, clock),
  }
  return [look]
}

function marketLook(slot: Slot, { ledger, clock }: Account): MarketLook {
  const { ifYes, ifNo } = worstCaseOf(slot, clock)
  const { inventory, assignment, depth, bid, ask, sums } = slot
  return {
    market: depth.market,
    stanza: assignment?.stanza ?? null,
    parameters: assignment?.parameters,
    heardAt: depth.heardAt,
    net: inventory.position.net,
    bidOpen: bid.sums.open,
    askOpen: ask.sums.open,
    heldCost: inventory.heldCost(slot.id, ledger),
    reserved: sums.reserved,
    worstCase: Math.max(0, ifYes, ifNo),
  }
}

function lostOf(account: Account): DeskLook['lost'] {
  const { marks, startEquity, adjusted } = account.ledger.state
  if (marks === null) return null
  const profit = equityOf(account) - adjusted
  // Before the first mark of a new day, its loss is 0.
  const isToday = marks.day === dayOf(wallOf(account.clock))
  return { today: isToday ? marks.dayStart - profit : 0n, fromPeak: marks.peak - profit, startEquity }
}

function oldestOf(pending: Iterable<{ readonly at: Timestamp }>): Timestamp | null {
  let oldest: Timestamp | null = null
  for (const { at } of pending) if (oldest === null || at < oldest) oldest = at
  return oldest
}
