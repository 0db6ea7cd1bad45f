import { Occupancy } from './occupancy.js'

/** 0: bids for YES; 1: bids for NO. An ask for YES at p stands in lane 1 at 1 - p. */
export type Lane = 0 | 1

/** A dollar in price units: a bid for YES at p and a bid for NO at q match where p + q is at least this. */
export const ONE = 10_000

/** The taking side of a match. It is asked once for each resting order that it meets, so the book knows nothing of money or owners. */
export interface Taker {
  /**
   * How much of `offered` the taker takes from the order `handle`, which rests at `price` of its own lane. Less than `offered` ends the match. A
   * negative number says that the taker removed that order itself, and the match goes on with the next one.
   */
  meet(handle: number, price: number, offered: number): number
}

interface Ladder {
  readonly head: Int32Array
  readonly tail: Int32Array
  readonly size: Float64Array
  readonly occupied: Occupancy
}

/**
 * Price-time priority of one market. Both lanes are ladders of bids, so there is one direction and no branch for the side. Orders are
 * numbers (handles, from 1; reused after they leave) in typed arrays that grow; sizes are whole millionths in doubles. An operation
 * allocates nothing.
 */
export class Matching {
  readonly #lanes: readonly [Ladder, Ladder] = [createLadder(), createLadder()]
  #next = new Int32Array(64)
  #prev = new Int32Array(64)
  #size = new Float64Array(64)
  /** price * 2 + lane. */
  #place = new Int32Array(64)
  #free = 0
  #used = 1
  #count = 0

  /** Orders that rest. */
  get count(): number {
    return this.#count
  }

  /** The best price of a lane; 0: empty. */
  best(lane: Lane): number {
    return this.#lanes[lane].occupied.highest
  }

  /** The next worse price of a lane that holds orders; 0: none. */
  below(lane: Lane, price: number): number {
    return this.#lanes[lane].occupied.below(price)
  }

  sizeAt(lane: Lane, price: number): number {
    return this.#lanes[lane].size[price]!
  }

  /** Whether orders rest at a price. For callers that ask at every row: the bitmap stays in the processor's cache, the ladder does not. */
  has(lane: Lane, price: number): boolean {
    return this.#lanes[lane].occupied.has(price)
  }

  /** First in time at a price; 0: none. */
  first(lane: Lane, price: number): number {
    return this.#lanes[lane].head[price]!
  }

  /** The next order at the same price; 0: none. */
  after(handle: number): number {
    return this.#next[handle]!
  }

  sizeOf(handle: number): number {
    return this.#size[handle]!
  }

  /** Rests `size` at `price`, at the end of its queue. */
  add(lane: Lane, price: number, size: number): number {
    const handle = this.#allocate()
    const ladder = this.#lanes[lane]
    this.#size[handle] = size
    this.#place[handle] = price * 2 + lane
    const tail = ladder.tail[price]!
    this.#prev[handle] = tail
    this.#next[handle] = 0
    if (tail === 0) {
      ladder.head[price] = handle
      ladder.occupied.add(price)
    } else this.#next[tail] = handle
    ladder.tail[price] = handle
    ladder.size[price]! += size
    this.#count++
    return handle
  }

  /** Takes `size` off a resting order. When nothing is left, the order leaves the book and its handle is free. */
  reduce(handle: number, size: number): void {
    const left = this.#size[handle]! - size
    if (left <= 0) return this.remove(handle)
    this.#size[handle] = left
    const place = this.#place[handle]!
    this.#ladderOf(place).size[place >>> 1]! -= size
  }

  /** Adds `size` to a resting order, which keeps its place in the queue. */
  enlarge(handle: number, size: number): void {
    const place = this.#place[handle]!
    this.#size[handle]! += size
    this.#ladderOf(place).size[place >>> 1]! += size
  }

  remove(handle: number): void {
    const place = this.#place[handle]!
    const ladder = this.#ladderOf(place)
    const price = place >>> 1
    const prev = this.#prev[handle]!
    const next = this.#next[handle]!
    if (prev === 0) ladder.head[price] = next
    else this.#next[prev] = next
    if (next === 0) ladder.tail[price] = prev
    else this.#prev[next] = prev
    if (ladder.head[price] === 0) {
      ladder.size[price] = 0
      ladder.occupied.delete(price)
    } else ladder.size[price]! -= this.#size[handle]!
    this.#next[handle] = this.#free
    this.#free = handle
    this.#count--
  }

  /** Lets `taker` meet the orders of `lane` from the best price down to `limit`, until `size` is taken. Returns the size taken. */
  match(lane: Lane, limit: number, size: number, taker: Taker): number {
    const ladder = this.#lanes[lane]
    let left = size
    while (left > 0) {
      const price = ladder.occupied.highest
      if (price < limit || price === 0) break
      const handle = ladder.head[price]!
      const resting = this.#size[handle]!
      const offered = resting < left ? resting : left
      const taken = taker.meet(handle, price, offered)
      if (taken < 0) continue
      if (taken > 0) this.reduce(handle, taken)
      left -= taken
      if (taken < offered) break
    }
    return size - left
  }

  #ladderOf(place: number): Ladder {
    return (place & 1) === 0 ? this.#lanes[0] : this.#lanes[1]
  }

  #allocate(): number {
    const reused = this.#free
    if (reused !== 0) {
      this.#free = this.#next[reused]!
      return reused
    }
    if (this.#used === this.#size.length) this.#grow()
    return this.#used++
  }

  #grow(): void {
    const length = this.#size.length * 2
    const size = new Float64Array(length)
    size.set(this.#size)
    this.#size = size
    this.#next = longer(this.#next, length)
    this.#prev = longer(this.#prev, length)
    this.#place = longer(this.#place, length)
  }
}

const createLadder = (): Ladder => ({
  head: new Int32Array(ONE),
  tail: new Int32Array(ONE),
  size: new Float64Array(ONE),
  occupied: new Occupancy(),
})

const longer = (old: Int32Array, length: number): Int32Array<ArrayBuffer> => {
  const next = new Int32Array(length)
  next.set(old)
  return next
}

/** The shared empty book of all markets that will never trade again. */
export const NO_BOOK = new Matching()
