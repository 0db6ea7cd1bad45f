import type { LevelCause } from '../../model/event.js'
import type { BookSide, Price, Size } from '../../model/money.js'
import { otherLane } from './amounts.js'
import type { Leg } from './core-event.js'
import type { CrowdLevels } from './crowd-levels.js'
import { type QueueOwner, walkCrossing, walkPrint } from './crowd-walk.js'
import { fillMaker, recordMatch } from './matches.js'
import { type Lane, ONE } from './matching.js'
import { RecordedCrowd } from './recorded-crowd.js'
import { type MarketState, touch, type World } from './world.js'

/** A row of a recorded YES book. */
export interface YesRow {
  readonly side: BookSide
  readonly price: Price
  readonly size: Size
}

/**
 * Sets a level of the recorded crowd. Where it reaches resting orders of the other side, it fills them up to its size. Returns whether the row
 * mattered to an order, beyond the size that the level has now.
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

/**
 * A print of the recording hits a side: it fills better orders first, then goes through the level's queue. Returns whether an order rested there.
 */
export function printCrowd(world: World, market: MarketState, yes: YesRow): boolean {
  const crowd = market.crowd ?? crowdOf(world, market)
  const lane = yes.side === 'bid' ? 0 : 1
  const price = yes.side === 'bid' ? yes.price : ONE - yes.price
  if (market.trading !== 'OPEN' || market.book.best(lane) < price) return false
  const makers = new Makers(market)
  walkPrint(crowd, { at: world.now, lane, price, size: yes.size }, makers)
  if (makers.legs.length > 0) recordMatch(world, market, { taker: null, makers: makers.legs })
  return true
}

/** Empties the recorded book before a whole one is sent; with `isDark`, because the book is unknown for now. */
export function clearCrowd(world: World, market: MarketState, isDark = false): void {
  const crowd = crowdOf(world, market)
  if (isDark) crowd.darken(world.now)
  else crowd.clear(world.now)
  crowd.forget()
  touch(world, market)
}

/** Creates a market's crowd without rows and orders. */
export const createCrowd = ({ options }: World, { spec, book }: MarketState, levels?: CrowdLevels): RecordedCrowd =>
  new RecordedCrowd(book, () => options.crowdShowsTaken(spec.id), levels)

/** The market's crowd, created with its first row or with a shared book. Orders that rest already stand ahead of all of it. */
export function crowdOf(world: World, market: MarketState, levels?: CrowdLevels): RecordedCrowd {
  if (market.crowd !== null) return market.crowd
  const crowd = createCrowd(world, market, levels)
  market.crowd = crowd
  for (const working of market.resting) {
    if (working === undefined) continue
    const { handle, lane, price, owner } = working
    crowd.join(handle, lane, price, world.options.fillModel(owner.id))
  }
  return crowd
}

/** Fills the orders that a level of the recorded crowd reaches, up to its size. */
export function fillCrossed(world: World, market: MarketState, row: { readonly lane: Lane; readonly price: number }): void {
  const makers = new Makers(market)
  walkCrossing(crowdOf(world, market), row.lane, row.price, makers)
  if (makers.legs.length > 0) recordMatch(world, market, { taker: null, makers: makers.legs })
}

/** A market's orders that the crowd fills, as the legs of one match. */
class Makers implements QueueOwner {
  readonly legs: Leg[] = []
  readonly #market: MarketState

  constructor(market: MarketState) {
    this.#market = market
  }

  fill(handle: number, size: number): void {
    this.legs.push(fillMaker(this.#market.resting[handle]!, size))
  }
}
