import { chargeFor, feeAt } from '../../model/fees.js'
import { type Outcome, Price, type Side, WEI_PER_MILLIONTH, Wei } from '../../model/money.js'
import { laneOf, otherLane, ownPrice, sharesOf, sizeFor, valueOf } from './amounts.js'
import { bestOf, nextBelow } from './book-reads.js'
import { type Lane, ONE } from './matching.js'
import { SIZE_MAX } from './order-check.js'
import { marketFees } from './order-fees.js'
import type { MarketState, World } from './world.js'

/** A hypothetical MARKET order. */
export interface QuoteWant {
  readonly market: number
  readonly outcome: Outcome
  readonly side: Side
  /** Shares in wei; less than a millionth of a share is ignored. */
  readonly shares: Wei
  /** Most collateral that a buy may spend; `null`: `shares` is the bound. */
  readonly budget: Wei | null
}

/** What such an order would be matched with at this instant. */
export interface QuoteWalk {
  readonly shares: Wei
  /** Before the fee. */
  readonly value: Wei
  /** Price of the last leg, on the order's own outcome; `null` where the order meets nothing. */
  readonly worst: Price | null
  /** Without any account's discount, in cash or shares as this side of the market pays its fees. */
  readonly fee: Wei
  /** Whether the order is matched whole. For a buy with a budget also true when the rest of the budget buys not even a millionth more. */
  readonly isComplete: boolean
}

/** The most shares that one order may have: the size to ask for when only a budget bounds it. */
export const QUOTE_SHARES_MAX = Wei.of(BigInt(SIZE_MAX) * WEI_PER_MILLIONTH)

const NOTHING: QuoteWalk = { shares: Wei.ZERO, value: Wei.ZERO, worst: null, fee: Wei.ZERO, isComplete: false }

/** Matches a hypothetical taker without orders of its own, leg by leg, and changes nothing. A market that is not open returns nothing. */
export function walkQuote(world: World, want: QuoteWant): QuoteWalk {
  const market = world.markets.get(want.market)
  if (market === undefined || market.trading !== 'OPEN') return NOTHING
  const walk = new Walk(market, want)
  const lane = otherLane(laneOf(want.outcome, want.side))
  for (let price = bestOf(market, lane); price > 0 && !walk.isOver; price = nextBelow(market, lane, price))
    walkLevel(world, walk, { market, lane, price })
  return walk.result()
}

interface LevelPlace {
  readonly market: MarketState
  readonly lane: Lane
  readonly price: number
}

/** Takes from orders by time priority, and before each order from the recorded crowd that stands ahead of it. */
function walkLevel(world: World, walk: Walk, { market, lane, price }: LevelPlace): void {
  const { crowd, book } = market
  const shown = crowd?.sizeAt(lane, price) ?? 0
  let taken = 0
  for (let handle = book.first(lane, price); handle !== 0 && !walk.isOver; handle = book.after(handle)) {
    // What is taken of the crowd was ahead of every order of the level.
    const ahead = crowd === null ? 0 : Math.min(shown, crowd.aheadOf(handle, { at: world.now, lane, price })) - taken
    if (ahead > 0) taken += walk.meet(price, ahead)
    if (!walk.isOver) walk.meet(price, book.sizeOf(handle))
  }
  if (!walk.isOver && shown > taken) walk.meet(price, shown - taken)
}

/** What was met so far. */
class Walk {
  readonly #market: MarketState
  readonly #want: QuoteWant
  #left: number
  #size = 0
  #value = 0n
  #fee = 0n
  #worst: Price | null = null
  #isSpent = false

  constructor(market: MarketState, want: QuoteWant) {
    this.#market = market
    this.#want = want
    this.#left = Number(want.shares / WEI_PER_MILLIONTH)
  }

  get isOver(): boolean {
    return this.#left <= 0 || this.#isSpent
  }

  /** One leg at `price` of the makers' lane. Returns how much of `resting` it takes. */
  meet(price: number, resting: number): number {
    const { side, budget } = this.#want
    const offered = Math.min(resting, this.#left)
    const size = budget === null || side === 'sell' ? offered : Math.min(offered, sizeFor(budget - this.#value, ONE - price))
    this.#isSpent = size < offered
    if (size > 0) this.#book(ownPrice(side, ONE - price), size)
    return size
  }

  result(): QuoteWalk {
    return {
      shares: sharesOf(this.#size),
      value: Wei.of(this.#value),
      worst: this.#worst,
      fee: chargeFor(marketFees(this.#market.spec), this.#fee, 0n),
      isComplete: this.isOver || this.#value === this.#want.budget,
    }
  }

  #book(price: number, size: number): void {
    this.#left -= size
    this.#size += size
    this.#value += valueOf(price, size)
    this.#fee += feeAt(marketFees(this.#market.spec), { role: 'taker', side: this.#want.side, price, size })
    this.#worst = Price.of(price)
  }
}
