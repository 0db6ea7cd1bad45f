import type { Fill } from '../model/fill.js'
import type { MarketId } from '../model/ids.js'
import type { Order } from './order.js'

/** What the last word changed: one object for each ledger. */
export class Heard {
  /** null: the word is about no known order or fill. */
  market: MarketId | null = null
  /** Index of `market` in this run; -1: none. */
  index = -1
  order: Order | null = null
  fill: Fill | null = null
  /** True: this was the first word about the fill. */
  isNewFill = false
  /** True: the order's first word accepted it, so no sum changes: the order has counted in full since it was opened. */
  isExpected = false
  /** True: the word changed nothing, and nothing was forgotten at its time: a journal without this report restores the same state. */
  isRepeat = false

  /** The word is about an order. */
  of(order: Order): void {
    this.order = order
    this.market = order.terms.marketId
    this.index = order.terms.market
  }

  /** The word is about a fill. `order`: its order; null: not known. */
  filled(market: MarketId, index: number, fill: Fill, order: Order | null): void {
    this.market = market
    this.index = index
    this.order = order
    this.fill = fill
  }

  newFill(): void {
    this.isNewFill = true
  }

  expect(): void {
    this.isExpected = true
  }

  repeat(): void {
    this.isRepeat = true
  }

  /** Nothing was heard yet. */
  clear(): void {
    this.market = this.order = this.fill = null
    this.index = -1
    this.isNewFill = this.isExpected = this.isRepeat = false
  }
}
