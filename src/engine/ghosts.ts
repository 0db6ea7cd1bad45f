import { cut } from '../model/cut.js'
import type { Market } from '../model/market.js'
import type { DeskClock } from './desk-clock.js'
import { roundingBound } from './fee-bound.js'
import type { Inventory } from './inventory.js'
import type { Order } from './order.js'
import { halved, lossOf } from './order-loss.js'
import { statusOf } from './order-status.js'

/**
 * Removed orders of a market that may still settle: counted in the worst case until their grace is over, or a word about them arrives. They are
 * sorted by their ends, so opening an order checks only the first ones and subtracts those that are over.
 */
export class Ghosts {
  /** What those of each side may cost, in 1e-10. */
  bidLoss = 0
  askLoss = 0
  /** What rounding up may still add to their fees. */
  rounding = 0
  /** They are no longer sorted, or one changed: the next `recount` computes all sums again. */
  mustRecount = false
  readonly #orders: Order[] = []

  get count(): number {
    return this.#orders.length
  }

  /** One of them changed, or the venue's lists were read. */
  changed(): void {
    this.mustRecount = true
  }

  add(order: Order, market: Market): void {
    const last = this.#orders.at(-1)
    if (last !== undefined && last.endedAt > order.endedAt) this.mustRecount = true
    order.listing.addGhost(lossOf(order.terms, order.left, market))
    // What rounding adds depends on unsettled fills as well.
    if (roundingBound(order.terms, market) > 0) this.mustRecount = true
    this.#orders.push(order)
    this.#count(order, order.listing.ghostLoss)
  }

  /** The most they may cost if the market is voided, as of the last `recount`, in 1e-10. */
  lossIfHalf(): number {
    const orders = this.#orders
    let loss = 0
    for (let i = 0; i < orders.length; i++) loss += halved(orders[i]!.listing.ghostLoss, orders[i]!.left)
    return loss
  }

  /** Brings the sums up to date. Only opening an order needs them, so the end of a grace wakes no market. */
  recount(clock: Readonly<DeskClock>, market: Market, inventory: Inventory): void {
    const orders = this.#orders
    if (this.mustRecount) return this.#recountAll(clock, market, inventory)
    let over = 0
    while (over < orders.length && statusOf(orders[over]!, clock) !== 'ghost') {
      const order = orders[over++]!
      order.listing.dropGhost()
      this.#count(order, -order.listing.ghostLoss)
    }
    if (over > 0) orders.splice(0, over)
  }

  #recountAll(clock: Readonly<DeskClock>, market: Market, inventory: Inventory): void {
    const orders = this.#orders
    let kept = 0
    let endedAt = 0
    this.bidLoss = this.askLoss = this.rounding = 0
    this.mustRecount = false
    for (const order of orders) {
      const { listing } = order
      listing.dropGhost()
      if (statusOf(order, clock) !== 'ghost') continue
      orders[kept++] = order
      listing.addGhost(lossOf(order.terms, order.left, market))
      this.#count(order, listing.ghostLoss)
      const bound = roundingBound(order.terms, market)
      if (bound > 0 && !isUnsettled(order, inventory)) this.rounding += bound
      if (bound > 0 || listing.isUnnamed || order.endedAt < endedAt) this.mustRecount = true
      endedAt = order.endedAt
    }
    cut(orders, kept)
  }

  #count({ terms }: Order, loss: number): void {
    if (terms.bookSide === 'bid') this.bidLoss += loss
    else this.askLoss += loss
  }
}

/** Whether an order has an unsettled fill: then its rounding is counted with the fill. */
const isUnsettled = (order: Order, { pending }: Inventory): boolean => pending.some(unsettled => unsettled.order === order)
