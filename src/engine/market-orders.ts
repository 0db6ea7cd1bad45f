import type { MarketId } from '../model/ids.js'
import type { Order } from './order.js'

/** The orders of each market that a turn looks at. The turn removes those that are over; a late word adds its order again. */
export class MarketOrders {
  readonly #lists = new Map<MarketId, Order[]>()

  /** The same array until the market is forgotten. */
  of(market: MarketId): Order[] {
    const known = this.#lists.get(market)
    if (known !== undefined) return known
    const orders: Order[] = []
    this.#lists.set(market, orders)
    return orders
  }

  list(order: Order): void {
    const { listing, terms } = order
    if (listing.isOpen) return
    listing.open()
    this.of(terms.marketId).push(order)
  }

  /** Removes an order that was forgotten. */
  unlist(order: Order): void {
    const { listing, terms } = order
    const orders = this.of(terms.marketId)
    if (listing.isOpen) orders.splice(orders.indexOf(order), 1)
    listing.close()
  }

  /** Drops the list of a market that is forgotten. A late word about one of its orders creates another one. */
  forget(market: MarketId): void {
    if (this.#lists.get(market)?.length === 0) this.#lists.delete(market)
  }
}
