import { MarketId } from '../model/ids.js'
import type { Place, Refusal } from '../model/intent.js'
import { type Outcome, Price, type Side, Size } from '../model/money.js'
import { Timestamp } from '../model/time.js'
import { NO_MARKET, type Terms } from './order.js'
import { refusalOf } from './refusal-of.js'
import type { Slot } from './slot.js'

/** An order before risk. One object a desk, used again for each order: callers copy what they keep. */
export class Draft implements Place, Terms {
  readonly kind = 'place'
  number = 0
  marketId = MarketId.of('')
  market = NO_MARKET
  outcome: Outcome = 'yes'
  side: Side = 'buy'
  price = Price.ONE
  size = Size.ORDER_MAX
  style: Place['style'] = 'limit'
  expiresAt = Timestamp.NEVER
  placedAt = Timestamp.NEVER
  wallOffset = 0

  of(slot: Slot, style: Place['style'], expiresAt: Timestamp): this {
    this.market = slot.index
    this.marketId = slot.id
    this.style = style
    this.expiresAt = expiresAt
    return this
  }

  buy(outcome: Outcome, price: Price, size: Size): this {
    return this.trade('buy', outcome, price, size)
  }

  sell(outcome: Outcome, price: Price, size: Size): this {
    return this.trade('sell', outcome, price, size)
  }

  trade(side: Side, outcome: Outcome, price: Price, size: Size): this {
    this.side = side
    this.outcome = outcome
    this.price = price
    this.size = size
    return this
  }

  /** As it leaves: with its number, the size that risk let pass, and where the clocks stand. */
  stamp(number: number, size: Size, now: Timestamp, wallOffset: number): this {
    this.number = number
    this.size = size
    this.placedAt = now
    this.wallOffset = wallOffset
    return this
  }

  /** A copy, for what is kept longer than the next draft. */
  get place(): Place {
    const { kind, market, outcome, side, price, size, style, expiresAt } = this
    return { kind, market, outcome, side, price, size, style, expiresAt }
  }
}

/** What risk said, with an order of its own: the draft is used again. */
export const lasting = (refusal: Refusal): Refusal =>
  refusal.intent instanceof Draft ? refusalOf(refusal.intent.place, refusal, refusal.note) : refusal
