import { ownPrice } from '../../src/exchange/core/amounts.js'
import type { MarketSpec } from '../../src/exchange/core/command.js'
import { rulesOf } from '../../src/exchange/core/order-check.js'
import { charge, feeHeld, feeHeldOfBudget, marketFees } from '../../src/exchange/core/order-fees.js'
import { type FeeFunction, feeAt, feeKind, isPaidInShares, roundsUp } from '../../src/model/fees.js'
import type { Market, TickTable } from '../../src/model/market.js'
import { type Side, Wei } from '../../src/model/money.js'
import { marketSpec } from '../order-spec.js'
import { WEI_PER_PRODUCT } from './amounts.js'
import type { Fee } from './venue-match.js'
import type { OrderTerms, VenueOrder } from './venue-order.js'

/** What a market's venue requires of orders and charges for fills; constant for the life of the market. */
export class MarketRules {
  readonly minSize: number
  readonly sizeStep: number
  readonly ticks: TickTable | undefined
  /** The least value in products, as a double, because the core compares limit orders in doubles. */
  readonly minValue: number
  readonly minWholeValue: number
  /** Whether a buy may hold collateral for its fees beside its value. */
  readonly holdsFees: boolean
  /** The same for a buy that only makes. */
  readonly makersHoldFees: boolean
  readonly #spec: MarketSpec
  readonly #fees: FeeFunction
  readonly #makersAreFree: boolean
  readonly #free: Readonly<Record<Side, Fee>>

  constructor(market: Market) {
    this.#spec = marketSpec(market)
    const { minValue, minSize, sizeStep, ticks } = rulesOf({ spec: this.#spec })
    this.minSize = minSize
    this.sizeStep = sizeStep
    this.ticks = ticks
    this.minValue = Number(minValue) / Number(WEI_PER_PRODUCT)
    this.minWholeValue = Number((minValue + WEI_PER_PRODUCT - 1n) / WEI_PER_PRODUCT)
    const fees = marketFees(this.#spec)
    this.#fees = fees
    this.makersHoldFees = !isPaidInShares(fees, 'buy') && fees.makerBps !== 0
    this.holdsFees = this.makersHoldFees || (!isPaidInShares(fees, 'buy') && fees.takerBps !== 0)
    this.#makersAreFree = fees.makerBps === 0
    this.#free = { buy: freeOf(fees, 'buy'), sell: freeOf(fees, 'sell') }
  }

  /** Whether an order that has not taken yet may hold collateral for its fees. */
  mayHoldFees({ style }: OrderTerms): boolean {
    return style === 'post-only' ? this.makersHoldFees : this.holdsFees
  }

  /** What a resting order is charged for a fill. */
  makerFee(order: VenueOrder, size: number): Fee {
    const { side, bid } = order.terms
    if (this.#makersAreFree) return this.#free[side]
    const price = ownPrice(side, bid)
    return charge(order, side, this.#fees, feeAt(this.#fees, { role: 'maker', side, price, size }))
  }

  /** The fee before rounding of what a taker takes at a price of its own outcome, in wei. */
  takerFeeAt(side: Side, price: number, size: number): bigint {
    return feeAt(this.#fees, { role: 'taker', side, price, size })
  }

  /** What a taker is charged for everything that it took in one match. */
  takerFee(order: VenueOrder, fee: bigint): Fee {
    return charge(order, order.terms.side, this.#fees, fee)
  }

  /** The collateral that an order needs for its fees before anything of it is matched, in wei. */
  feesNeeded({ terms }: VenueOrder): bigint {
    const { side, style, price, size } = terms
    if (terms.isMarket && terms.isBuy) return feeHeldOfBudget(this.#spec, { side }, BigInt(terms.budget) * WEI_PER_PRODUCT)
    return feeHeld(this.#spec, { side, isPostOnly: style === 'post-only' }, { price, size, rounded: 0n })
  }

  /** The collateral that the unmatched part of a limit order holds for its fees, in wei. */
  feesHeldBy({ terms, remaining, rounded }: VenueOrder): bigint {
    const { side, style, bid } = terms
    return feeHeld(this.#spec, { side, isPostOnly: style === 'post-only' }, { price: bid, size: remaining, rounded })
  }
}

const freeOf = (fees: FeeFunction, side: Side): Fee => {
  const kind = feeKind(fees, side)
  return roundsUp(fees) ? { in: kind, amount: Wei.ZERO, rounded: Wei.ZERO } : { in: kind, amount: Wei.ZERO }
}
