import { type MarketId, type MarketIndex, OrderId } from '../model/ids.js'
import type { CancelLot } from '../model/intent.js'
import type { OpenOrder } from '../model/order.js'
import { Timestamp } from '../model/time.js'
import type { DeskState } from './desk-state.js'
import { MarketOrders } from './market-orders.js'
import { NO_MARKET, Order, type Terms } from './order.js'
import { DUST, type Ending, isBelievedOpen, type OrderRecord, Proof } from './order-record.js'
import { OrderTable } from './order-table.js'
import type { OrderWord } from './order-word.js'
import { Word } from './word-ring.js'

/** How long a finished order is kept: longer than any grace, so that a late word about it is still booked. */
export const RETENTION_MS = 120_000
const RETENTION = RETENTION_MS * 1_000
const PRUNE_EVERY = 30_000_000
/** The venue's list may lack an order that it received less than this before, in microseconds. */
const SETTLE_IN = 1_000_000
const MISSES_MAX = 2
/** Assumed life of an order found at the venue, in microseconds, because its expiration is unknown. It is renewed at once. */
const FOUND_LIFE = 86_400_000_000

/** Fields that an order written by an older version lacks. */
const OLDER_ORDER = { wallOffset: 0 }

type Listed = {
  readonly marketId: MarketId
  readonly market: MarketIndex
  readonly askedAt: Timestamp
  readonly at: Timestamp
}

/** All our orders. The same facts in any order give the same orders. */
export class Blotter {
  readonly orders = new OrderTable()
  readonly listed = new MarketOrders()
  readonly #state: Pick<DeskState, 'counter' | 'counts' | 'pending' | 'prunedAt'>
  /** Objects of forgotten orders, for reuse. */
  readonly #free: Order[] = []

  constructor(state: Pick<DeskState, 'counter' | 'counts' | 'pending' | 'prunedAt'>) {
    this.#state = state
  }

  /** Adds an order from a saved state. */
  load(record: OrderRecord, market: MarketIndex): void {
    const order = this.#free.pop() ?? new Order()
    order.load({ ...OLDER_ORDER, ...record }, market)
    this.#add(order)
  }

  /** Opens an order: from now on it counts as exposure. */
  open(terms: Terms): Order {
    const state = this.#state
    state.counts.placed++
    state.counter = Math.max(state.counter, terms.number)
    const order = this.#free.pop() ?? new Order()
    order.open(terms, terms.placedAt)
    this.#add(order)
    return order
  }

  /** Adds an order that the venue lists as open but a power cut took from the journal. The list was requested at `askedAt`. */
  adopt(open: OpenOrder & { readonly id: OrderId }, { marketId, market, askedAt, at }: Listed): Order {
    const { id, outcome, side, price, size } = open
    const number = OrderId.counter(id)
    this.#state.counter = Math.max(this.#state.counter, number)
    let order = this.orders.find(number)
    if (order === undefined) {
      order = new Order()
      const expiresAt = Timestamp.add(at, FOUND_LIFE)
      const found = { marketId, market, outcome, side, price, size, style: 'limit', expiresAt, wallOffset: 0 } as const
      order.open({ number, ...found, placedAt: Timestamp.ZERO }, at)
      this.#add(order)
    }
    this.listed.list(order)
    if (order.hasEnded && order.endedAt + SETTLE_IN < askedAt) order.revive()
    order.see(at)
    order.showFilled(open.filled)
    return order
  }

  /** A list requested at `at` lacks an accepted order. One such list may be incomplete; after two in a row the order has ended. */
  miss(order: Order, at: Timestamp): void {
    if (!isBelievedOpen(order) || order.lastAt + SETTLE_IN > at) return
    if (order.miss(at) >= MISSES_MAX) this.#end(order, 'missing', at)
  }

  /** Records that an order's removal was requested. Without an answer the request is sent again, see `askAgainAt`. */
  ask(order: Order, at: Timestamp, lot: CancelLot): void {
    this.listed.list(order)
    order.ask(at, lot)
  }

  /** The order that a word is about. It is listed for the next turn, because the word may change it. */
  heardOf(number: number): Order | undefined {
    const order = this.orders.find(number)
    if (order !== undefined) this.listed.list(order)
    return order
  }

  /** Books a word about an order that is not a fill. Returns true if the word ended an order whose removal we had not requested. */
  hear(order: Order, { word, at, lockedUntil }: OrderWord): boolean {
    // "Nothing rests" does not prove that the order lives. If it did, repeated removals would keep an order whose end was never reported.
    if (word !== Word.NOTHING_THERE) order.heardAt(at)
    switch (word) {
      case Word.ACCEPTED:
        order.see(at)
        order.lockUntil(lockedUntil)
        return false
      case Word.REJECTED:
      case Word.RATIONED:
        order.raise(Proof.REJECTED)
        return order.proof === Proof.REJECTED
      case Word.CREATE_SILENT:
        order.raise(Proof.UNANSWERED)
        return false
      case Word.REMOVED:
        this.#end(order, 'removed', at)
        return false
      case Word.CANCELED:
        this.#end(order, 'canceled', at)
        return !order.isAsked
      case Word.EXPIRED:
        this.#end(order, 'expired', at)
        return true
      case Word.INVALIDATED:
        this.#end(order, 'invalidated', at)
        return true
      case Word.UNMATCHED:
        this.#end(order, 'unmatched', at)
        return true
      default:
        return false
    }
  }

  /** Books a change of an order's filled shares; they may shrink when a settlement fails. */
  fill(order: Order, shares: bigint, at: Timestamp): void {
    this.listed.list(order)
    const wasFilled = order.left < DUST
    order.see(at)
    order.fill(shares)
    this.#state.counts.filled += Number(order.left < DUST) - Number(wasFilled)
  }

  /** Forgets orders that ended long ago. Depends only on the times of entries, so that restoring from the journal forgets the same orders. */
  prune(at: Timestamp): void {
    const state = this.#state
    if (at < state.prunedAt + PRUNE_EVERY) return
    state.prunedAt = at
    const awaited = new Set<number>()
    for (const { order } of state.pending.values()) if (order !== null) awaited.add(OrderId.counter(order))
    this.orders.forget(
      order => {
        // Orders are sorted by the time they were added, and the last word about an order is never older than that.
        if (order.terms.placedAt + RETENTION >= at) return 'stop'
        const isOver = order.proof === Proof.REJECTED || order.hasEnded || order.left < DUST
        const last = isOver ? order.lastAt : Timestamp.max(order.terms.expiresAt, order.lastAt)
        return last + RETENTION >= at || awaited.has(order.terms.number) ? 'keep' : 'forget'
      },
      order => this.#forget(order),
    )
  }

  /** Sets the index, or `NO_MARKET`, in all orders of a market. */
  place(marketId: MarketId, market: MarketIndex): void {
    for (const { terms } of this.orders.all) if (terms.marketId === marketId) terms.place(market)
    if (market === NO_MARKET) this.listed.forget(marketId)
  }

  #add(order: Order): void {
    this.orders.add(order)
    this.listed.list(order)
  }

  #forget(order: Order): void {
    const { listing, terms } = order
    this.listed.unlist(order)
    if (terms.market === NO_MARKET) this.listed.forget(terms.marketId)
    // A list of ghosts may still hold it.
    if (!listing.isGhost && !listing.isUnnamed) this.#free.push(order)
  }

  #end(order: Order, how: Ending, at: Timestamp): void {
    if (!order.hasEnded && (how === 'removed' || how === 'canceled')) this.#state.counts.canceled++
    order.end(how, at)
  }
}
