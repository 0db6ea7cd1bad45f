import { TakenLevels } from '../../src/exchange/core/taken-levels.js'
import type { BookSide } from '../../src/model/money.js'
import { Timestamp } from '../../src/model/time.js'
import type { ScheduledFill, ScheduledOrder } from './schedule.js'
import type { TheirExchange } from './their-exchange.js'

/** Time within which regrowth counts as the same size, in the pessimistic model. */
const FLICKER_US = 1_000_000

/** A level's new size or a print. Sizes in millionths of a share, times in microseconds. */
export interface Row {
  readonly at: number
  readonly isPrint: boolean
  readonly side: BookSide
  readonly price: number
  readonly size: number
}

/** An order in this engine. */
interface OurOrder {
  readonly order: ScheduledOrder
  left: number
  /** Displayed size ahead that we did not take. */
  ahead: number
}

/** Reads the recorded size of a level; `TheirExchange` keeps it for both engines. */
type Levels = Pick<TheirExchange, 'sizeAt'>

/**
 * This engine's pessimistic fill rules, written a second time and simply, so that the queue and the taken part of each level are known at every row;
 * the taken part is kept by the core's class. The backtest decides: `doubts` has each order whose fill there differs from the one found here.
 */
export class QueueHere {
  readonly orders = new Map<number, OurOrder>()
  readonly doubts = new Map<number, string>()
  readonly #levels: Levels
  readonly #taken = { bid: new TakenLevels(), ask: new TakenLevels() }
  readonly #known = new Set<ScheduledFill>()
  #clearedAt = -1

  constructor(levels: Levels) {
    this.#levels = levels
  }

  /** An order arrives. Returns what it reaches on the other side: nothing, levels that we emptied, or one with remaining size. */
  join(order: ScheduledOrder): 'nothing' | 'taken' | 'shown' {
    const { id, side, price, size } = order
    const reached = this.#reached(order)
    // A post-only order that reaches something ends on arrival.
    if (order.to === order.from && order.fills.length === 0) return reached
    if (reached === 'shown') this.doubts.set(id, 'it rests where the recorded book reaches it')
    this.orders.set(id, { order, left: size, ahead: this.#untaken(side, price) })
    return reached
  }

  leave(id: number): void {
    const order = this.orders.get(id)?.order
    if (order?.fills.some(fill => !this.#known.has(fill)) === true) this.doubts.set(id, 'a fill of ours fits no row')
    this.orders.delete(id)
  }

  clear(at: number): void {
    this.#clearedAt = at
    for (const side of ['bid', 'ask'] as const)
      this.#taken[side].clear(Timestamp.of(at), price => this.#levels.sizeAt(side, price))
  }

  /** A level is about to change: the taken part changes with it. Returns what stays taken. */
  prepare({ at, side, price, size }: Row): number {
    const taken = this.#taken[side]
    if (taken.isEmpty) return 0
    taken.change({ at: Timestamp.of(at), price, size }, this.#levels.sizeAt(side, price))
    return taken.sizeAt(price)
  }

  /** The size ahead of an order in its queue: at most what its level displays, so 0 once the level is gone. */
  aheadOf({ order: { side, price }, ahead }: OurOrder, at: number): number {
    return at === this.#clearedAt ? ahead : Math.min(ahead, this.#levels.sizeAt(side, price))
  }

  /** A row, after its level was set. Returns what each order gets, in millionths. */
  meet(row: Row): ReadonlyMap<number, number> {
    const got = row.isPrint ? this.#print(row) : this.#level(row)
    for (const [id, size] of got) {
      const one = this.orders.get(id)!
      one.left -= size
      const fill = one.order.fills.find(each => !this.#known.has(each) && each.size === size && isOf(each, row))
      if (fill === undefined) this.doubts.set(id, `the backtest tells no fill of ${size / 1e6} at ${row.at}`)
      else this.#known.add(fill)
    }
    return got
  }

  /** Fills the orders of the other side that a level reaches, up to the size that was not taken from it. */
  #level({ side, price, size }: Row): ReadonlyMap<number, number> {
    for (const one of this.#standing(side, price)) one.ahead = Math.min(one.ahead, size)
    const got = new Map<number, number>()
    let left = this.#untaken(side, price)
    for (const one of this.#inTheWay({ side: side === 'bid' ? 'ask' : 'bid', price })) left -= give(got, one, left)
    const sum = [...got.values()].reduce((all, shares) => all + shares, 0)
    if (sum === 0) return got
    this.#taken[side].take(price, sum, FLICKER_US)
    for (const one of this.#standing(side, price)) one.ahead = Math.max(0, one.ahead - sum)
    return got
  }

  /** A print fills better orders first, then reduces the queue of its price. */
  #print({ at, side, price, size }: Row): ReadonlyMap<number, number> {
    const got = new Map<number, number>()
    let [left, eaten] = [size, 0]
    for (const one of this.#inTheWay({ side, price })) {
      const ahead = one.order.price === price ? Math.max(0, this.aheadOf(one, at) - eaten) : 0
      const eats = Math.min(left, ahead)
      eaten += eats
      left -= eats
      left -= give(got, one, left)
    }
    for (const one of this.#standing(side, price)) one.ahead = Math.max(0, one.ahead - eaten)
    return got
  }

  #standing(side: BookSide, price: number): readonly OurOrder[] {
    return [...this.orders.values()].filter(({ order }) => order.side === side && order.price === price)
  }

  /** Orders of a side at a price or a better one, the best first and the oldest of a price first. */
  #inTheWay({ side, price }: Pick<Row, 'side' | 'price'>): readonly OurOrder[] {
    const sign = side === 'bid' ? -1 : 1
    return [...this.orders.values()]
      .filter(({ order, left }) => left > 0 && order.side === side && sign * (order.price - price) <= 0)
      .toSorted((a, b) => sign * (a.order.price - b.order.price))
  }

  #reached({ side, price }: ScheduledOrder): 'nothing' | 'taken' | 'shown' {
    const other = side === 'bid' ? 'ask' : 'bid'
    let reached: 'nothing' | 'taken' = 'nothing'
    for (let at = price; at > 0 && at < 10_000; at += side === 'bid' ? -1 : 1) {
      if (this.#untaken(other, at) > 0) return 'shown'
      if (this.#levels.sizeAt(other, at) > 0) reached = 'taken'
    }
    return reached
  }

  #untaken(side: BookSide, price: number): number {
    return Math.max(0, this.#levels.sizeAt(side, price) - this.#taken[side].sizeAt(price))
  }
}

/** Returns what the order took. */
function give(got: Map<number, number>, { order, left }: OurOrder, offered: number): number {
  const size = Math.min(left, offered)
  if (size > 0) got.set(order.id, size)
  return size
}

const isOf = ({ at, row }: ScheduledFill, { isPrint, side, price, size, at: rowAt }: Row): boolean =>
  at === rowAt && row.kind === (isPrint ? 'trade' : 'level') && row.side === side && row.price === price && row.size === size
