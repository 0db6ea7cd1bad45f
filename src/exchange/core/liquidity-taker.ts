import { feeAt } from '../../model/fees.js'
import type { FillModel } from '../../model/fill-model.js'
import { Wei } from '../../model/money.js'
import { otherLane, outcomeOf, ownPrice, sharesOf, sizeFor, valueOf } from './amounts.js'
import type { Leg } from './core-event.js'
import { crowdLeg } from './crowd-order.js'
import { type CrowdTaker, walkTaking } from './crowd-walk.js'
import { fillMaker, recordMatch } from './matches.js'
import { ONE } from './matching.js'
import { cashFeeOf, charge, marketFees } from './order-fees.js'
import { end, heldBy, holdFor } from './orders.js'
import type { Working, World } from './world.js'

/** One order while it takes liquidity, with what it has taken so far. */
export class LiquidityTaker implements CrowdTaker {
  readonly #world: World
  readonly #taker: Working
  readonly #makers: Leg[] = []
  #size = 0
  #value = 0n
  #fee = 0n
  #metSelf = false

  constructor(world: World, taker: Working) {
    this.#world = world
    this.#taker = taker
  }

  /** Whether it met an order of its own account and has to stop. */
  get metSelf(): boolean {
    return this.#metSelf
  }

  /** The fill model for what this order takes of the recorded crowd. */
  get model(): FillModel {
    return this.#world.options.fillModel(this.#taker.owner.id)
  }

  /** Matches what crosses, best level first, and books it as one match. Returns the millionths that were taken. */
  run(): number {
    const { market, lane, price, remaining } = this.#taker
    const opposite = otherLane(lane)
    const limit = ONE - price
    if (market.crowd === null) market.book.match(opposite, limit, remaining, this)
    else walkTaking(market.crowd, { at: this.#world.now, lane: opposite, price: limit, size: remaining }, this)
    if (this.#size > 0) this.#finish()
    return this.#size
  }

  meet(handle: number, price: number, offered: number): number {
    if (this.#metSelf) return 0
    const maker = this.#taker.market.resting[handle]!
    if (maker.owner === this.#taker.owner) return this.#preventSelfTrade(maker)
    const size = this.afford(price, offered)
    if (size > 0) this.#book(fillMaker(maker, size), price, size)
    return size
  }

  meetCrowd(price: number, size: number): void {
    const { market, lane } = this.#taker
    const outcome = outcomeOf(otherLane(lane))
    this.#book(crowdLeg({ market: market.spec.id, outcome, price, size, isMaker: true }), price, size)
  }

  /** How much of `offered` the budget allows at a maker's price. */
  afford(price: number, offered: number): number {
    const { spec } = this.#taker.order
    if (spec.budget === null || spec.strategy === 'LIMIT' || spec.side === 'sell') return offered
    return Math.min(offered, sizeFor(spec.budget - this.#value, ONE - price))
  }

  /** Adds a maker's leg at `price` of the maker's lane. The taker trades at the maker's price, whatever its own limit. */
  #book(maker: Leg, price: number, size: number): void {
    const { order, market, owner } = this.#taker
    const { side } = order.spec
    const own = ownPrice(side, ONE - price)
    this.#makers.push(maker)
    this.#size += size
    this.#value += valueOf(own, size)
    this.#fee += feeAt(marketFees(market.spec), { role: 'taker', side, price: own, size, discountBps: owner.feeDiscountBps })
  }

  #preventSelfTrade(maker: Working): number {
    const prevention = this.#taker.order.spec.selfTradePrevention
    this.#metSelf = prevention !== 'cancel-maker'
    if (prevention === 'cancel-taker') return 0
    end(this.#world, maker, 'CANCELLED', 'self-trade')
    return -1
  }

  #finish(): void {
    const taker = this.#taker
    const { order, market } = taker
    const { outcome, side, strategy } = order.spec
    const shares = sharesOf(this.#size)
    const value = Wei.of(this.#value)
    taker.remaining -= this.#size
    taker.unsettled++
    order.matched = Wei.add(order.matched, shares)
    // The match holds its part of the money. What the order holds beyond the need of its rest is released: the price improvement, and everything
    // once a market order is done.
    const fee = charge(taker, side, marketFees(market.spec), this.#fee)
    taker.held -= side === 'buy' ? value + cashFeeOf({ side, fee }) : shares
    holdFor(taker, strategy === 'LIMIT' ? heldBy(taker) : 0n)
    const leg: Leg = { order, isMaker: false, outcome, side, shares, value, fee }
    recordMatch(this.#world, market, { taker: leg, makers: this.#makers })
  }
}
