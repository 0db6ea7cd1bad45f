import type { BookSide } from '../../src/model/money.js'
import type { ScheduledOrder } from './schedule.js'

const ONE = 10_000
/** Millionths; less than half of it counts as nothing. */
const LOT = 10_000

/** An order in that engine. */
export interface TheirOrder {
  readonly order: ScheduledOrder
  /** Displayed size ahead, by their risk-averse queue; negative: a print went past it. */
  front: number
}

/**
 * The rules by which hftbacktest 0.9.4 fills a resting order (its exchange without partial fills, risk-averse queue), written a second time so that
 * the row which fills an order is known. The crate decides: where it differs, no reason is given.
 */
export class TheirExchange {
  readonly orders = new Map<number, TheirOrder>()
  readonly #bids = new Float64Array(ONE + 1)
  readonly #asks = new Float64Array(ONE + 1)
  /** 0 and `ONE`: that side is empty. */
  #bid = 0
  #ask = ONE

  best(side: BookSide): number {
    return side === 'bid' ? this.#bid : this.#ask
  }

  sizeAt(side: BookSide, price: number): number {
    return (side === 'bid' ? this.#bids : this.#asks)[price] ?? 0
  }

  /** Returns whether it rests; a post-only order that reaches the other side is refused. */
  submit(order: ScheduledOrder): boolean {
    const { side, price } = order
    if (side === 'bid' ? this.#ask < ONE && price >= this.#ask : this.#bid > 0 && price <= this.#bid) return false
    this.orders.set(order.id, { order, front: this.sizeAt(side, price) })
    return true
  }

  cancel(id: number): void {
    this.orders.delete(id)
  }

  clear(): void {
    this.#bids.fill(0)
    this.#asks.fill(0)
    this.#bid = 0
    this.#ask = ONE
  }

  /** Sets a level. Returns the orders that are filled, completely: those that a better best price of the other side reaches. */
  level(side: BookSide, price: number, size: number): readonly TheirOrder[] {
    const before = this.best(side)
    if (side === 'bid') this.#setBid(price, size)
    else this.#setAsk(price, size)
    for (const one of this.orders.values())
      if (one.order.side === side && one.order.price === price) one.front = Math.min(one.front, size)
    const after = this.best(side)
    const isBetter = side === 'bid' ? after > before : after < before
    return isBetter ? this.#fill(({ order }) => this.#isReached(order, side, before)) : []
  }

  /**
   * A print that hits a side. Orders at better prices are filled completely; those at its price too, if it is larger than the queue ahead of them.
   */
  print(side: BookSide, price: number, size: number): readonly TheirOrder[] {
    return this.#fill(one => {
      const { order } = one
      if (order.side !== side) return false
      const beyond = side === 'bid' ? order.price - price : price - order.price
      if (beyond !== 0) return beyond > 0
      one.front -= size
      return Math.round(-one.front / LOT) > 0
    })
  }

  /** If the best price moved by fewer steps than there are orders, only the prices in between are checked. */
  #isReached({ side, price }: ScheduledOrder, by: BookSide, before: number): boolean {
    if (side === by) return false
    const wasEmpty = by === 'bid' ? before === 0 : before === ONE
    const isAll = wasEmpty || this.orders.size < Math.abs(this.best(by) - before)
    return by === 'bid' ? price <= this.#bid && (isAll || price > before) : price >= this.#ask && (isAll || price < before)
  }

  #fill(isFilled: (one: TheirOrder) => boolean): readonly TheirOrder[] {
    if (this.orders.size === 0) return []
    const filled = [...this.orders.values()].filter(isFilled)
    for (const { order } of filled) this.orders.delete(order.id)
    return filled
  }

  #setBid(price: number, size: number): void {
    this.#bids[price] = size
    if (Math.round(size / LOT) === 0) {
      if (price === this.#bid) this.#bid = nextBelow(this.#bids, price)
    } else if (price > this.#bid) {
      this.#bid = price
      // An ask that is reached is no longer the best price, though its level stays.
      if (price >= this.#ask) this.#ask = nextAbove(this.#asks, price)
    }
  }

  #setAsk(price: number, size: number): void {
    this.#asks[price] = size
    if (Math.round(size / LOT) === 0) {
      if (price === this.#ask) this.#ask = nextAbove(this.#asks, price)
    } else if (price < this.#ask) {
      this.#ask = price
      if (price <= this.#bid) this.#bid = nextBelow(this.#bids, price)
    }
  }
}

function nextBelow(levels: Float64Array, price: number): number {
  for (let next = price - 1; next > 0; next--) if (levels[next]! > 0) return next
  return 0
}

function nextAbove(levels: Float64Array, price: number): number {
  for (let next = price + 1; next < ONE; next++) if (levels[next]! > 0) return next
  return ONE
}
