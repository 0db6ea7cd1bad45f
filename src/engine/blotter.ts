import { type MarketId, OrderId } from '../model/ids.js'
import { Size, Wei } from '../model/money.js'
import type { OpenOrder } from '../model/order.js'
import { Timestamp } from '../model/time.js'
import { type DeskState, DUST, isBelievedOpen, type OrderRecord, Proof } from './desk-state.js'
import { Order, type OrderTerms } from './order.js'
import { Word } from './word-ring.js'

/** How long a finished order is remembered: longer than any grace, so that a late word about it finds it. */
export const RETENTION_MS = 120_000
const PRUNE_EVERY_MS = 30_000
/** A snapshot read while an order was on its way cannot know it. */
const SETTLE_IN_MS = 1_000
const MISSES_MAX = 2
/** An order found at the venue without a known expiration is believed for a day, and renewed at once. */
const FOUND_LIFE_MS = 86_400_000

type Listed = { readonly market: MarketId; readonly index: number; readonly askedAt: Timestamp; readonly at: Timestamp }
type Ending = NonNullable<OrderRecord['how']>

/** A word about an order, and when it was heard. */
export interface OrderWord {
  readonly word: Word
  readonly at: Timestamp
  readonly lockedUntil: Timestamp
}

/** All our orders, by number. Every change is a fact that comes in by a method; the same facts in any order make the same orders. */
export class Blotter {
  /** In the order in which they came. To read only. */
  readonly orders = new Map<number, Order>()
  readonly #state: Pick<DeskState, 'counter' | 'counts' | 'pending' | 'prunedAt'>
  readonly #byMarket = new Map<MarketId, Order[]>()

  constructor(state: Pick<DeskState, 'counter' | 'counts' | 'pending' | 'prunedAt'>) {
    this.#state = state
  }

  /** Takes in an order that was written down. */
  load(record: OrderRecord, index: number): void {
    const order = Order.from(record, index)
    this.orders.set(order.number, order)
    this.#list(order)
  }

  /**
   * The orders of a market that a turn looks at: one array for the blotter's life. Who walks it may take off what is over; a late word
   * lists it again.
   */
  of(market: MarketId): Order[] {
    const known = this.#byMarket.get(market)
    if (known !== undefined) return known
    const orders: Order[] = []
    this.#byMarket.set(market, orders)
    return orders
  }

  /** Opens an order: from here on its exposure counts. */
  open(terms: OrderTerms): Order {
    this.#state.counts.placed++
    return this.#add(new Order(terms, terms.placedAt))
  }

  /** An order of ours at the venue that the journal lost in a power cut is ours again. The list that shows it was asked for at `askedAt`. */
  adopt(open: OpenOrder & { readonly id: OrderId }, { market, index, askedAt, at }: Listed): Order {
    const { id, outcome, side, price, size } = open
    const number = OrderId.counter(id)
    const expiresAt = Timestamp.add(at, FOUND_LIFE_MS * 1_000)
    const found = { market, index, outcome, side, price, size, style: 'limit', expiresAt, wallOffset: 0 } as const
    this.#state.counter = Math.max(this.#state.counter, number)
    const order = this.orders.get(number) ?? this.#add(new Order({ number, ...found, placedAt: Timestamp.ZERO }, at))
    this.#list(order)
    if (order.endedAt !== null && order.endedAt + SETTLE_IN_MS * 1_000 < askedAt) revive(order)
    see(order, at)
    order.shown = Wei.max(order.shown, open.filled)
    order.missed = 0
    return order
  }

  /** An accepted order that a list does not show, asked for at `at`: one could be a short list, two in a row are evidence. */
  miss(order: Order, at: Timestamp): void {
    if (!isBelievedOpen(order)) return
    if (order.lastAt + SETTLE_IN_MS * 1_000 > at) return
    order.lastAt = at
    if (++order.missed >= MISSES_MAX) this.#end(order, 'missing', at)
  }

  /** A removal is a request; when the answer fails to come it is asked again, see `askAgainAt`. */
  ask(order: Order, at: Timestamp): void {
    this.#list(order)
    order.askedAt = order.askedAt === null ? at : Timestamp.max(order.askedAt, at)
    order.asks++
  }

  /** The order that a word is about, listed again for the next turn, since the word may change it. */
  heardOf(number: number): Order | undefined {
    const order = this.orders.get(number)
    if (order !== undefined) this.#list(order)
    return order
  }

  /** Whether a word says no more than is known of the order already. */
  knows(order: Order, { word, at, lockedUntil }: OrderWord): boolean {
    if (order.proof !== Proof.SEEN || order.missed > 0) return false
    if (word === Word.ACCEPTED) return lockedUntil <= order.lockedUntil
    if (order.endedAt === null || order.endedAt > at) return false
    if (word === Word.REMOVED) return order.how !== 'missing'
    // Any other end that we did not ask for makes its side quiet.
    return word === Word.CANCELED && order.how === 'canceled' && order.askedAt !== null
  }

  /** Whether a word is the first of an order that had counted as good since it was opened, and the one that was counted on. */
  expects(order: Order, word: Word): boolean {
    return word === Word.ACCEPTED && order.proof === Proof.NONE && (order.askedAt ?? order.endedAt) === null
  }

  /** Books a word about an order that is no fill. Answers whether it ended it without our asking. */
  hear(order: Order, { word, at, lockedUntil }: OrderWord): boolean {
    // That nothing rests is no sign of life: else asking again and again would keep an order whose end was never told.
    if (word !== Word.NOTHING_THERE) order.lastAt = Timestamp.max(order.lastAt, at)
    switch (word) {
      case Word.ACCEPTED:
        see(order, at)
        order.lockedUntil = Timestamp.max(order.lockedUntil, lockedUntil)
        return false
      case Word.REJECTED:
      case Word.RATIONED:
        raise(order, Proof.REJECTED)
        return order.proof === Proof.REJECTED
      case Word.CREATE_SILENT:
        raise(order, Proof.UNANSWERED)
        return false
      case Word.REMOVED:
        this.#end(order, 'removed', at)
        return false
      case Word.CANCELED:
        this.#end(order, 'canceled', at)
        return order.askedAt === null
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

  /** Books the change of an order's filled shares; they may shrink when a settlement fails. */
  fill(order: Order, shares: bigint, at: Timestamp): void {
    this.#list(order)
    const wasFilled = order.left < DUST
    see(order, at)
    order.filled = Wei.of(order.filled + shares)
    order.left = Size.less(order.size, Size.floorWei(Wei.max(order.filled, Wei.ZERO)))
    this.#state.counts.filled += Number(order.left < DUST) - Number(wasFilled)
  }

  /** Forgets what is long over. Bound to the times of entries, so that a folded journal forgets the same. */
  prune(at: Timestamp): void {
    const state = this.#state
    if (at < state.prunedAt + PRUNE_EVERY_MS * 1_000) return
    state.prunedAt = at
    const awaited = new Set<number>()
    for (const { order } of state.pending.values()) if (order !== null) awaited.add(OrderId.counter(order))
    for (const order of this.orders.values()) {
      // Orders stand by the time they came, and none has its last word before that.
      if (order.placedAt + RETENTION_MS * 1_000 >= at) break
      const isOver = order.proof === Proof.REJECTED || order.endedAt !== null || order.left < DUST
      const last = isOver ? order.lastAt : Timestamp.max(order.expiresAt, order.lastAt)
      if (last + RETENTION_MS * 1_000 >= at || awaited.has(order.number)) continue
      this.orders.delete(order.number)
      if (order.isListed) this.of(order.market).splice(this.of(order.market).indexOf(order), 1)
      order.isListed = false
    }
  }

  #list(order: Order): void {
    if (order.isListed) return
    order.isListed = true
    this.of(order.market).push(order)
  }

  #add(order: Order): Order {
    this.orders.set(order.number, order)
    this.#list(order)
    return order
  }

  /** The venue's own word says more than its answer to our request; of two times the first counts. */
  #end(order: Order, how: Ending, at: Timestamp): void {
    if (order.endedAt === null && (how === 'removed' || how === 'canceled')) this.#state.counts.canceled++
    see(order, at)
    if (order.how === null || order.how === 'missing' || order.how === 'removed')
      order.how = how === 'missing' ? (order.how ?? how) : how
    order.endedAt = order.endedAt === null || at < order.endedAt ? at : order.endedAt
  }
}

/** Ended by every word we had, and yet the venue's list shows it later on: then it works, and may be asked to go again. */
const revive = (order: Order): void => {
  order.endedAt = order.how = order.askedAt = null
  order.asks = 0
}

const raise = (order: Order, proof: Order['proof']): void => {
  if (proof > order.proof) order.proof = proof
}

const see = (order: Order, at: Timestamp): void => {
  raise(order, Proof.SEEN)
  order.lastAt = Timestamp.max(order.lastAt, at)
  order.missed = 0
}

/** When a removal that was asked for and not answered is asked again: after 1, 2, 4 … 30 s, and never while the venue has it locked. */
export const askAgainAt = (order: Order): number =>
  Math.max(order.lockedUntil, order.askedAt === null ? 0 : order.askedAt + Math.min(2 ** (order.asks - 1), 30) * 1_000_000)
