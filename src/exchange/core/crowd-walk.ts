import type { FillModel } from '../../model/fill-model.js'
import { otherLane } from './amounts.js'
import { type Lane, ONE, type Taker } from './matching.js'
import type { CrowdAmount, CrowdPlace, RecordedCrowd } from './recorded-crowd.js'

/** The owner of the orders in a market's queues. It is handed handles and millionths, and keeps money and accounts itself. */
export interface QueueOwner {
  /** The crowd takes `size` of a resting order, which is still in the book. */
  fill(handle: number, size: number): void
}

/** An order that takes from the crowd and from orders of the other lane. */
export interface CrowdTaker extends Taker {
  /** Whether it met an order of its own account and has to stop. */
  readonly metSelf: boolean
  /** The fill model for what this order takes of the crowd. */
  readonly model: Pick<FillModel, 'flickerUs'>
  /** How much of `offered` its budget allows at a price of the lane that it takes from. */
  afford(price: number, offered: number): number
  /** The order took `size` of the crowd at a price. */
  meetCrowd(price: number, size: number): void
}

/** Lets a print of the recording hit a lane: it fills better orders first, then the level's queue as far as its size reaches. */
export function walkPrint(crowd: RecordedCrowd, print: CrowdAmount, owner: QueueOwner): void {
  const { book } = crowd
  const { at, lane, price, size } = print
  const hit: Hit = { at, lane, price, left: size, eaten: 0 }
  for (let better = book.best(lane); better > price; better = book.below(lane, better)) {
    hit.price = better
    hitBeyond(crowd, hit, owner)
  }
  hit.price = price
  hitQueue(crowd, hit, owner)
  crowd.printed(print, hit.eaten)
}

/**
 * Lets a level of the crowd fill the orders of the other lane that it reaches, up to its size; these orders are the makers. Returns the filled
 * millionths.
 */
export function walkCrossing(crowd: RecordedCrowd, lane: Lane, price: number, owner: QueueOwner): number {
  const { book } = crowd
  const opposite = otherLane(lane)
  const shown = crowd.sizeAt(lane, price)
  let left = shown
  while (left > 0 && book.best(opposite) >= ONE - price) {
    const handle = book.first(opposite, book.best(opposite))
    const model = crowd.modelOf(handle)
    const size = Math.min(left, book.sizeOf(handle))
    fill(crowd, owner, handle, size)
    crowd.take(lane, price, size, model.flickerUs)
    left -= size
  }
  return shown - left
}

/**
 * Lets a taker meet crowd and orders of a lane as they stand in the queue, from the best down to the price of `want`. Returns the millionths that
 * were taken.
 */
export function walkTaking(crowd: RecordedCrowd, want: CrowdAmount, taker: CrowdTaker): number {
  const { at, lane } = want
  let left = want.size
  while (left > 0) {
    const price = Math.max(crowd.book.best(lane), crowd.best(lane))
    if (price === 0 || price < want.price) break
    const met = meetFirst(crowd, { at, lane, price, size: left }, taker)
    left -= met.taken
    if (met.isOver) break
  }
  return want.size - left
}

/** A print on its way through one lane: what is left of it, and what it took of the crowd at its own price. */
interface Hit {
  readonly at: CrowdPlace['at']
  readonly lane: Lane
  price: number
  left: number
  eaten: number
}

/** A print at a worse price proves that no crowd was left at better prices: our orders there are filled without a queue. */
function hitBeyond(crowd: RecordedCrowd, hit: Hit, owner: QueueOwner): void {
  const { book } = crowd
  let next = 0
  for (let handle = book.first(hit.lane, hit.price); handle !== 0; handle = next) {
    next = book.after(handle)
    hitOrder(crowd, hit, owner, handle)
  }
}

/** At its own price a print takes what stands ahead of an order before it fills the order. */
function hitQueue(crowd: RecordedCrowd, hit: Hit, owner: QueueOwner): void {
  const { book } = crowd
  let next = 0
  for (let handle = book.first(hit.lane, hit.price); handle !== 0; handle = next) {
    next = book.after(handle)
    const eats = Math.min(hit.left, Math.max(0, crowd.aheadOf(handle, hit) - hit.eaten))
    hit.eaten += eats
    hit.left -= eats
    hitOrder(crowd, hit, owner, handle)
  }
}

function hitOrder(crowd: RecordedCrowd, hit: Hit, owner: QueueOwner, handle: number): void {
  const whole = crowd.book.sizeOf(handle)
  const size = crowd.modelOf(handle).fillsOnTouch ? whole : Math.min(hit.left, whole)
  if (size <= 0) return
  fill(crowd, owner, handle, size)
  hit.left = Math.max(0, hit.left - size)
}

function fill(crowd: RecordedCrowd, owner: QueueOwner, handle: number, size: number): void {
  owner.fill(handle, size)
  crowd.book.reduce(handle, size)
}

interface Met {
  readonly taken: number
  readonly isOver: boolean
}

function meetFirst(crowd: RecordedCrowd, want: CrowdAmount, taker: CrowdTaker): Met {
  const { book } = crowd
  const { lane, price } = want
  const handle = book.first(lane, price)
  const shown = crowd.sizeAt(lane, price)
  const inFront = handle === 0 ? shown : Math.min(shown, crowd.aheadOf(handle, want))
  if (inFront > 0) return meetCrowd(crowd, { at: want.at, lane, price, size: Math.min(want.size, inFront) }, taker)
  const offered = Math.min(want.size, book.sizeOf(handle))
  const taken = taker.meet(handle, price, offered)
  if (taken < 0) return { taken: 0, isOver: false }
  if (taken > 0) book.reduce(handle, taken)
  return { taken, isOver: taken < offered }
}

function meetCrowd(crowd: RecordedCrowd, { lane, price, size }: CrowdAmount, taker: CrowdTaker): Met {
  const taken = taker.metSelf ? 0 : taker.afford(price, size)
  if (taken > 0) {
    crowd.take(lane, price, taken, taker.model.flickerUs)
    taker.meetCrowd(price, taken)
  }
  return { taken, isOver: taken < size }
}
