import { DueKind } from '../../src/exchange/core/due-queue.js'
import { cut } from '../../src/model/cut.js'
import type { FillModel } from '../../src/model/fill-model.js'
import { Timestamp } from '../../src/model/time.js'
import type { VenueTiming } from '../account-parts.js'
import { NEVER } from '../never.js'
import type { VenueBook } from '../venue-book.js'
import { DueRows } from './due-rows.js'
import { VenueLedger } from './venue-ledger.js'
import type { VenueListener } from './venue-listener.js'
import { VenueMarket } from './venue-market.js'
import { MatchPool, VenueMatch } from './venue-match.js'
import type { VenueOrder } from './venue-order.js'
import { VenueOrderTable } from './venue-order-table.js'

interface VenueParts {
  /** The recorded books, which are the crowd of each market. */
  readonly recorded: readonly VenueBook[]
  /** In wei. */
  readonly fund: bigint
  readonly model: FillModel
  readonly terms: VenueTiming
  readonly listener: VenueListener
}

/** The expiry queue is pruned of ended orders only when it is longer than this. */
const LEAST_PRUNED = 256

/**
 * The exchange as one account of a backtest sees it: the rules of `exchange/core` for one wallet among a recorded crowd, on rows of numbers. Queueing
 * and filling use the core's own code; `test/backtest/slow-backtest.ts` replays the same with the core itself.
 */
export class AccountVenue {
  now = Timestamp.ZERO
  /** Whether anything but acceptances happened since the last look. */
  hasNews = false
  lastOrder = 0
  lastMatch = 0
  readonly ledger: VenueLedger
  readonly markets: readonly VenueMarket[]
  readonly orders = new VenueOrderTable()
  readonly matches = new MatchPool()
  readonly model: FillModel
  readonly terms: VenueTiming
  readonly listener: VenueListener
  /** What is due by itself: `runDue` carries it out. */
  readonly expiries = new DueRows<VenueOrder>()
  /** Settlements and takers' delays. */
  readonly others = new DueRows<VenueOrder | VenueMatch>()
  readonly #changed: VenueMarket[] = []

  constructor({ recorded, fund, model, terms, listener }: VenueParts, startedAt: Timestamp) {
    this.now = startedAt
    this.model = model
    this.terms = terms
    this.listener = listener
    this.ledger = new VenueLedger(recorded.length, fund)
    this.markets = recorded.map(book => new VenueMarket(book))
  }

  expireAt(order: VenueOrder): void {
    const expiries = this.expiries
    expiries.push(order.terms.expiresAt, DueKind.EXPIRE, order.id, order)
    if (expiries.length >= LEAST_PRUNED && expiries.length >= 3 * (this.orders.count + this.markets.length))
      expiries.keep(isOpen)
  }

  takeAt(at: number, order: VenueOrder): void {
    this.others.push(at, DueKind.TAKE, order.id, order)
  }

  settleAt(at: number, match: VenueMatch): void {
    this.others.push(at, DueKind.SETTLE, match.id, match)
  }

  /** When the next action is due; `NEVER`: none. */
  nextDue(): number {
    const expiries = this.expiries
    while (expiries.dueAt !== NEVER && !isOpen(expiries.thing, expiries.id)) expiries.drop()
    const others = this.others
    while (others.dueAt !== NEVER && !isStillDue(others.thing, others.id)) others.drop()
    return Math.min(expiries.dueAt, others.dueAt)
  }

  /** The resting orders of a market changed now. */
  touch(market: VenueMarket): void {
    market.changedAt = this.now
    if (market.isNoted) return
    market.isNoted = true
    this.#changed.push(market)
  }

  /** Calls `hear` for each market whose resting orders changed since the last call, in order. */
  tellBooks(hear: (market: VenueMarket) => void): void {
    this.hasNews = false
    const changed = this.#changed
    if (changed.length === 0) return
    if (changed.length > 1) changed.sort((a, b) => a.index - b.index)
    for (let place = 0; place < changed.length; place++) {
      const market = changed[place]!
      market.isNoted = false
      hear(market)
    }
    cut(changed, 0)
  }
}

/** Whether a row still holds the order with this id, and it is open. */
export const isOpen = (order: VenueOrder, id: number): boolean => order.id === id && order.status === 'OPEN'

const isStillDue = (thing: VenueOrder | VenueMatch, id: number): boolean => thing instanceof VenueMatch || isOpen(thing, id)
