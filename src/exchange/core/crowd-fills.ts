import type { LevelCause } from '../../model/event.js'
import type { FillModel } from '../../model/fill-model.js'
import type { BookSide, Price, Size } from '../../model/money.js'
import { otherLane, outcomeOf } from './amounts.js'
import { bestOf } from './book-reads.js'
import type { Leg } from './core-event.js'
import type { CrowdLevels } from './crowd-levels.js'
import { crowdLeg } from './crowd-order.js'
import { fillMaker, recordMatch } from './matches.js'
import { type Lane, ONE, type Taker } from './matching.js'
import { type CrowdAmount, type CrowdPlace, RecordedCrowd } from './recorded-crowd.js'
import { type MarketState, touch, type World } from './world.js'

/** What a taker needs to meet the crowd beside orders. */
export interface CrowdTaker extends Taker {
  readonly metSelf: boolean
  readonly model: FillModel
  afford(price: number, offered: number): number
  book(maker: Leg, price: number, size: number): void
}

/** A row of a recorded YES book. */
export interface YesRow {
  readonly side: BookSide
  readonly price: Price
  readonly size: Size
}

/**
 * Sets a level of the recorded crowd; where it reaches resting orders of the other side, it fills them up to its size. Answers whether
 * an order was near enough for this row to matter beyond the size that the level has now.
 */
export function setCrowdLevel(world: World, market: MarketState, row: YesRow & { readonly cause: LevelCause }): boolean {
  const crowd = market.crowd ?? crowdOf(world, market)
  const lane = row.side === 'bid' ? 0 : 1
  const price = row.side === 'bid' ? row.price : ONE - row.price
  const isTouched = crowd.isTouched(lane, price)
  const isNear = isTouched || market.waiting.size > 0
  if (isTouched) crowd.prepare({ at: world.now, lane, price, size: row.size, cause: row.cause })
  crowd.set(lane, price, row.size)
  touch(world, market)
  const isCrossing = reachesOrders(market, lane, price)
  if (isCrossing) fillCrossed(world, market, { lane, price })
  return isNear || isCrossing
}

/** Whether a level of the recorded crowd, or one beyond it, would fill orders that rest on the other side. */
export const reachesOrders = (market: MarketState, lane: Lane, price: number): boolean =>
  market.book.best(otherLane(lane)) >= ONE - price && market.trading === 'OPEN'

/** A print of the recording hits a side: better orders first, then the level's queue up to whom it reaches. Answers whether anybody stood there. */
export function printCrowd(world: World, market: MarketState, yes: YesRow): boolean {
  const crowd = market.crowd ?? crowdOf(world, market)
  const lane = yes.side === 'bid' ? 0 : 1
  const price = yes.side === 'bid' ? yes.price : ONE - yes.price
  if (market.trading !== 'OPEN' || market.book.best(lane) < price) return false
  const row = { at: world.now, lane, price, size: yes.size } as const
  const print: Print = { left: yes.size, legs: [] }
  for (let better = market.book.best(lane); better > price; better = market.book.below(lane, better))
    hitLevel(market, { at: row.at, lane, price: better, isBeyond: true }, print)
  crowd.printed(row, hitLevel(market, { at: row.at, lane, price, isBeyond: false }, print))
  if (print.legs.length > 0) recordMatch(world, market, { taker: null, makers: print.legs })
  return true
}

/** The recorded book starts anew. */
export function clearCrowd(world: World, market: MarketState): void {
  const crowd = crowdOf(world, market)
  crowd.clear(world.now)
  crowd.forget()
  touch(world, market)
}

/** Lets a taker meet crowd and orders of a lane as they stand in the queue. Answers the millionths that were taken. */
export function matchThroughCrowd(world: World, market: MarketState, want: Omit<CrowdAmount, 'at'>, taker: CrowdTaker): number {
  let left = want.size
  while (left > 0) {
    const price = bestOf(market, want.lane)
    if (price === 0 || price < want.price) break
    const met = meetFirst(market, { at: world.now, lane: want.lane, price, size: left }, taker)
    left -= met.taken
    if (met.isOver) break
  }
  return want.size - left
}

interface Print {
  left: number
  readonly legs: Leg[]
}

/** A crowd of a market, without rows and orders. */
export const createCrowd = ({ options }: World, { spec, book }: MarketState, levels?: CrowdLevels): RecordedCrowd =>
  new RecordedCrowd(book, () => options.crowdShowsTaken(spec.id), levels)

/** The market's crowd, made with its first row or with a book that others look at too; who rests already stands ahead of all of it. */
export function crowdOf(world: World, market: MarketState, levels?: CrowdLevels): RecordedCrowd {
  if (market.crowd !== null) return market.crowd
  const crowd = createCrowd(world, market, levels)
  market.crowd = crowd
  for (const working of market.resting)
    if (working !== undefined) crowd.join(working.handle, working, world.options.fillModel(working.owner.id))
  return crowd
}

/** Fills the orders that a level of the recorded crowd reaches, up to its size: they are makers, the crowd moves on. */
export function fillCrossed(world: World, market: MarketState, row: Pick<CrowdPlace, 'lane' | 'price'>): void {
  const lane = otherLane(row.lane)
  const crowd = crowdOf(world, market)
  const legs: Leg[] = []
  let left = crowd.sizeAt(row.lane, row.price)
  while (left > 0 && market.book.best(lane) >= ONE - row.price) {
    const handle = market.book.first(lane, market.book.best(lane))
    const model = crowd.modelOf(handle)
    const size = fill(market, legs, { handle, size: Math.min(left, market.book.sizeOf(handle)) })
    crowd.take({ lane: row.lane, price: row.price, size }, model)
    left -= size
  }
  if (legs.length === 0) return
  recordMatch(world, market, { taker: null, makers: legs })
}

/** Lets a print run through one level. Answers how much of the crowd ahead it ate. */
function hitLevel(market: MarketState, row: CrowdPlace & { readonly isBeyond: boolean }, print: Print): number {
  const crowd = market.crowd!
  let eaten = 0
  let next = 0
  for (let handle = market.book.first(row.lane, row.price); handle !== 0; handle = next) {
    next = market.book.after(handle)
    // Where the recording printed beyond this level, nobody of the crowd stood here.
    const ahead = row.isBeyond ? 0 : crowd.aheadOf(handle, row)
    const eats = Math.min(print.left, Math.max(0, ahead - eaten))
    eaten += eats
    print.left -= eats
    const whole = market.book.sizeOf(handle)
    const size = crowd.modelOf(handle).fillsOnTouch ? whole : Math.min(print.left, whole)
    if (size > 0) print.left = Math.max(0, print.left - fill(market, print.legs, { handle, size }))
  }
  return eaten
}

function fill(market: MarketState, legs: Leg[], what: { handle: number; size: number }): number {
  legs.push(fillMaker(market.resting[what.handle]!, what.size))
  market.book.reduce(what.handle, what.size)
  return what.size
}

function meetFirst(market: MarketState, want: CrowdAmount, taker: CrowdTaker): { taken: number; isOver: boolean } {
  const crowd = market.crowd!
  const { lane, price } = want
  const handle = market.book.first(lane, price)
  const shown = crowd.sizeAt(lane, price)
  const inFront = handle === 0 ? shown : Math.min(shown, crowd.aheadOf(handle, want))
  if (inFront > 0) return meetCrowd(market, { at: want.at, lane, price, size: Math.min(want.size, inFront) }, taker)
  const offered = Math.min(want.size, market.book.sizeOf(handle))
  const taken = taker.meet(handle, price, offered)
  if (taken < 0) return { taken: 0, isOver: false }
  if (taken > 0) market.book.reduce(handle, taken)
  return { taken, isOver: taken < offered }
}

function meetCrowd(market: MarketState, want: CrowdAmount, taker: CrowdTaker): { taken: number; isOver: boolean } {
  const { lane, price } = want
  const taken = taker.metSelf ? 0 : taker.afford(price, want.size)
  if (taken > 0) {
    market.crowd!.take({ lane, price, size: taken }, taker.model)
    taker.book(crowdLeg({ market: market.spec.id, outcome: outcomeOf(lane), price, size: taken, isMaker: true }), price, taken)
  }
  return { taken, isOver: taken < want.size }
}
