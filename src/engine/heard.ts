import type { Fill } from '../model/fill.js'
import type { MarketId } from '../model/ids.js'
import type { Order } from './order.js'

/** What a word changed: one object for a ledger, written with each word. */
export class Heard {
  /** null: nothing of one market alone. */
  market: MarketId | null = null
  /** The same in this run; -1: none of it. */
  index = -1
  order: Order | null = null
  fill: Fill | null = null
  /** Whether this was the first word of the fill. */
  isNewFill = false
  /** An order was accepted that had counted as good since it was opened. */
  isExpected = false
  /** Nothing changed, not even what is forgotten in time: a journal without this report folds to the same state. */
  isRepeat = false

  /** Nothing was heard yet. */
  clear(): void {
    this.market = this.order = this.fill = null
    this.index = -1
    this.isNewFill = this.isExpected = this.isRepeat = false
  }
}
