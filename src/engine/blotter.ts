import { type MarketId, OrderId } from '../model/ids.js'
import type { Submit } from '../model/intent.js'
import { inYesTerms, Size, Wei } from '../model/money.js'
import type { OpenOrder } from '../model/order.js'
import type { Report } from '../model/report.js'
import { Timestamp } from '../model/time.js'
import { type DeskState, DUST, type OrderRecord, Proof } from './desk-state.js'

/** How long a finished order is remembered: longer than any grace, so that a late word about it finds it. */
export const RETENTION_MS = 120_000
const PRUNE_EVERY_MS = 30_000
/** A snapshot read while an order was on its way cannot know it. */
const SETTLE_IN_MS = 1_000
const MISSES_MAX = 2
/** An order found at the venue without a known expiration is believed for a day, and renewed at once. */
const FOUND_LIFE_MS = 86_400_000

type OrderReport = Report & { readonly kind: 'accepted' | 'rejected' | 'unanswered' | 'removal' | 'ended' }
type Placed = Pick<
  OrderRecord,
  'id' | 'market' | 'outcome' | 'side' | 'price' | 'size' | 'style' | 'expiresAt' | 'placedAt' | 'wallOffset'
>
type Told = { readonly order: OrderRecord; readonly isOwnEnd: boolean; readonly isExpected: boolean }
type Listed = { readonly market: MarketId; readonly askedAt: Timestamp; readonly at: Timestamp }
type Ending = NonNullable<OrderRecord['how']>

/** All our orders. Every change is a fact that comes in by a method; the same facts in any order make the same orders. */
export class Blotter {
  readonly #state: DeskState
  readonly #byMarket = new Map<MarketId, OrderRecord[]>()

  constructor(state: DeskState) {
    this.#state = state
    for (const order of state.orders.values()) this.of(order.market).push(order)
  }

  /**
   * The orders of a market that a turn looks at: one array for the blotter's life. Who walks it may take off what is over; a late word
   * lists it again.
   */
  of(market: MarketId): OrderRecord[] {
    const known = this.#byMarket.get(market)
    if (known !== undefined) return known
    const orders: OrderRecord[] = []
    this.#byMarket.set(market, orders)
    return orders
  }

  /** Opens an order: from here on its exposure counts. */
  open(submit: Submit, market: MarketId, at: Timestamp): OrderRecord {
    const { outcome, side, price, size, style, expiresAt } = submit.order
    this.#state.counts.placed++
    const wallOffset = submit.wallOffset ?? 0
    return this.#add({ id: submit.id, market, outcome, side, price, size, style, expiresAt, placedAt: at, wallOffset }, at)
  }

  /** An order of ours at the venue that the journal lost in a power cut is ours again. The list that shows it was asked for at `askedAt`. */
  adopt(open: OpenOrder & { readonly id: OrderId }, { market, askedAt, at }: Listed): OrderRecord {
    const { id, outcome, side, price, size } = open
    const expiresAt = Timestamp.add(at, FOUND_LIFE_MS * 1_000)
    const known = this.#state.orders.get(id)
    this.#state.counter = Math.max(this.#state.counter, OrderId.counter(id))
    const order =
      known ??
      this.#add(
        { id, market, outcome, side, price, size, style: 'limit', expiresAt, placedAt: Timestamp.ZERO, wallOffset: 0 },
        at,
      )
    this.#list(order)
    if (order.endedAt !== null && order.endedAt + SETTLE_IN_MS * 1_000 < askedAt) revive(order)
    see(order, at)
    order.shown = Wei.max(order.shown, open.filled)
    order.missed = 0
    return order
  }

  /** An accepted order that a list does not show, asked for at `at`: one could be a short list, two in a row are evidence. */
  miss(order: OrderRecord, at: Timestamp): void {
    if (order.proof !== Proof.SEEN || order.endedAt !== null || order.left < DUST) return
    if (order.lastAt + SETTLE_IN_MS * 1_000 > at) return
    order.lastAt = at
    if (++order.missed >= MISSES_MAX) this.#end(order, 'missing', at)
  }

  /** A removal is a request; when the answer fails to come it is asked again, see `askAgainAt`. */
  ask(id: string, at: Timestamp): void {
    const order = this.#find(id)
    if (order === undefined) return
    order.askedAt = order.askedAt === null ? at : Timestamp.max(order.askedAt, at)
    order.asks++
  }

  /** The order of a report that says no more than is known of it already; null: it is news. */
  knows(report: OrderReport & { readonly kind: 'accepted' | 'removal' | 'ended' }): OrderRecord | null {
    const order = this.#find(report.order)
    if (order === undefined || order.proof !== Proof.SEEN || order.missed > 0) return null
    if (report.kind === 'accepted') return (report.lockedUntil ?? 0) <= order.lockedUntil ? order : null
    if (order.endedAt === null || order.endedAt > report.receivedAt) return null
    if (report.kind === 'removal') return report.answer === 'removed' && order.how !== 'missing' ? order : null
    // Any other end that we did not ask for makes its side quiet.
    return report.how === 'canceled' && order.how === 'canceled' && order.askedAt !== null ? order : null
  }

  /**
   * Books a report of an order. Returns the order where it is known, whether this report ended it without our asking, and whether it was
   * its first word and the one that was counted on.
   */
  report(report: OrderReport): Told | null {
    const order = this.#find(report.order)
    if (order === undefined) return null
    const at = report.receivedAt
    const isExpected = report.kind === 'accepted' && order.proof === Proof.NONE && (order.askedAt ?? order.endedAt) === null
    // That nothing rests is no sign of life: else asking again and again would keep an order whose end was never told.
    if (report.kind !== 'removal' || report.answer !== 'noop') order.lastAt = Timestamp.max(order.lastAt, at)
    if (report.kind === 'accepted') {
      see(order, at)
      order.lockedUntil = Timestamp.max(order.lockedUntil, report.lockedUntil ?? Timestamp.ZERO)
    } else if (report.kind === 'rejected') raise(order, Proof.REJECTED)
    else if (report.kind === 'unanswered') raise(order, report.what === 'submit' ? Proof.UNANSWERED : Proof.NONE)
    else if (report.kind === 'ended') this.#end(order, report.how, at)
    else if (report.answer === 'removed') this.#end(order, 'removed', at)
    const isOwnEnd = report.kind === 'ended' && (report.how !== 'canceled' || order.askedAt === null)
    return { order, isOwnEnd: isOwnEnd || (report.kind === 'rejected' && order.proof === Proof.REJECTED), isExpected }
  }

  /** Books the change of an order's filled shares; they may shrink when a settlement fails. */
  fill(id: OrderId | null, shares: bigint, at: Timestamp): OrderRecord | null {
    const order = id === null ? undefined : this.#find(id)
    if (order === undefined) return null
    const wasFilled = order.left < DUST
    see(order, at)
    order.filled = Wei.of(order.filled + shares)
    order.left = Size.less(order.size, Size.floorWei(Wei.max(order.filled, Wei.ZERO)))
    this.#state.counts.filled += Number(order.left < DUST) - Number(wasFilled)
    return order
  }

  /** Forgets what is long over. Bound to the times of entries, so that a folded journal forgets the same. */
  prune(at: Timestamp): void {
    const state = this.#state
    if (at < state.prunedAt + PRUNE_EVERY_MS * 1_000) return
    state.prunedAt = at
    const awaited = new Set<OrderId | null>()
    for (const fill of state.pending.values()) awaited.add(fill.order)
    for (const order of state.orders.values()) {
      // Orders stand by the time they came, and none has its last word before that.
      if (order.placedAt + RETENTION_MS * 1_000 >= at) break
      const isOver = order.proof === Proof.REJECTED || order.endedAt !== null || order.left < DUST
      const last = isOver ? order.lastAt : Timestamp.max(order.expiresAt, order.lastAt)
      if (last + RETENTION_MS * 1_000 >= at || awaited.has(order.id)) continue
      state.orders.delete(order.id)
      const listed = this.of(order.market)
      if (listed.includes(order)) listed.splice(listed.indexOf(order), 1)
    }
  }

  /** To read only. */
  find(id: string): OrderRecord | undefined {
    const orders: ReadonlyMap<string, OrderRecord> = this.#state.orders
    return orders.get(id)
  }

  /** An order somebody has a word about; that may be news to a turn. */
  #find(id: string): OrderRecord | undefined {
    const orders: ReadonlyMap<string, OrderRecord> = this.#state.orders
    const order = orders.get(id)
    if (order !== undefined) this.#list(order)
    return order
  }

  /** Has an order looked at again that may be over. Answers with its market; null: it is not known. */
  list(id: OrderId): MarketId | null {
    return this.#find(id)?.market ?? null
  }

  #list(order: OrderRecord): void {
    const orders = this.of(order.market)
    if (!orders.includes(order)) orders.push(order)
  }

  #add(placed: Placed, at: Timestamp): OrderRecord {
    const { id, market, outcome, side, price, size, style, expiresAt, placedAt, wallOffset } = placed
    const inYes = inYesTerms(placed)
    // Written out: a spread would give each order a shape of its own, which is slow to read.
    const order: OrderRecord = {
      id,
      market,
      outcome,
      side,
      price,
      size,
      style,
      expiresAt,
      placedAt,
      wallOffset,
      bookSide: inYes.side,
      yesPrice: inYes.price,
      proof: Proof.NONE,
      filled: Wei.ZERO,
      left: size,
      shown: Wei.ZERO,
      lockedUntil: Timestamp.ZERO,
      askedAt: null,
      asks: 0,
      endedAt: null,
      how: null,
      missed: 0,
      lastAt: at,
    }
    this.#state.orders.set(order.id, order)
    this.#list(order)
    return order
  }

  /** The venue's own word says more than its answer to our request; of two times the first counts. */
  #end(order: OrderRecord, how: Ending, at: Timestamp): void {
    if (order.endedAt === null && (how === 'removed' || how === 'canceled')) this.#state.counts.canceled++
    see(order, at)
    if (order.how === null || order.how === 'missing' || order.how === 'removed')
      order.how = how === 'missing' ? (order.how ?? how) : how
    order.endedAt = order.endedAt === null || at < order.endedAt ? at : order.endedAt
  }
}

/** Ended by every word we had, and yet the venue's list shows it later on: then it works, and may be asked to go again. */
const revive = (order: OrderRecord): void => {
  order.endedAt = order.how = order.askedAt = null
  order.asks = 0
}

const raise = (order: OrderRecord, proof: OrderRecord['proof']): void => {
  if (proof > order.proof) order.proof = proof
}

const see = (order: OrderRecord, at: Timestamp): void => {
  raise(order, Proof.SEEN)
  order.lastAt = Timestamp.max(order.lastAt, at)
  order.missed = 0
}

/** When a removal that was asked for and not answered is asked again: after 1, 2, 4 … 30 s, and never while the venue has it locked. */
export const askAgainAt = (order: OrderRecord): number =>
  Math.max(order.lockedUntil, order.askedAt === null ? 0 : order.askedAt + Math.min(2 ** (order.asks - 1), 30) * 1_000_000)
