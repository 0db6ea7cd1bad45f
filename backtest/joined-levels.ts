import { Price } from '../src/model/money.js'
import type { VenueLeg } from './venue/venue-match.js'
import type { VenueOrder } from './venue/venue-order.js'
import type { VenueBook } from './venue-book.js'

/**
 * What the recording displayed where an account's orders came to rest. It does not react to them, so an order much larger than its level proves
 * little.
 */
export class JoinedLevels {
  /** Number of orders that came to rest, and of those larger than the best level of their side. */
  rested = 0
  outsized = 0
  readonly #recorded: readonly VenueBook[]

  constructor(recorded: readonly VenueBook[]) {
    this.#recorded = recorded
  }

  /** An arriving order came to rest. */
  join(order: VenueOrder): void {
    const { market, lane, bid, size } = order.terms
    const { levels } = this.#recorded[market]!
    const best = levels.sizeAt(lane, levels.best(lane))
    order.displayed = levels.sizeAt(lane, bid)
    this.rested++
    if (best > 0 && size > best) this.outsized++
  }

  /** Whether no other order is displayed within one tick of a maker's price. */
  isAlone({ isMaker, order: { terms } }: VenueLeg): boolean {
    const { market, lane, bid } = terms
    if (!isMaker) return false
    return !this.#recorded[market]!.isNear(lane === 0 ? 'bid' : 'ask', lane === 0 ? bid : Price.ONE - bid)
  }
}
