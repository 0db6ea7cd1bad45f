import { Price } from '../model/money.js'
import type { Timestamp } from '../model/time.js'
import type { Attention } from './attention.js'
import type { Depth } from './depth.js'
import type { NetBook } from './net-book.js'
import type { Order } from './order.js'

/** A removed order: subtracted from its level until the level's next row, or until its grace is over. */
interface Shadow {
  readonly order: Order
  readonly batch: number
  readonly until: number
}

/** The parts of a market that its shadows change. */
interface Shaded {
  readonly depth: Pick<Depth, 'bids' | 'asks'>
  readonly net: Pick<NetBook, 'addOwn'>
  readonly attention: Pick<Attention, 'wakeFor'>
}

/** Removed orders of a market that the book may still show. Used only if books contain our own orders. */
export class Shadows {
  #shadows: Shadow[] = []

  get isEmpty(): boolean {
    return this.#shadows.length === 0
  }

  add(shadow: Shadow): void {
    this.#shadows.push(shadow)
  }

  /** Subtracts those still valid from the market's book, and drops the others. */
  cast({ depth, net, attention }: Shaded, now: Timestamp): void {
    if (this.isEmpty) return
    const { bids, asks } = depth
    this.#shadows = this.#shadows.filter(({ order: { terms }, batch, until }) => {
      const isBid = terms.bookSide === 'bid'
      const rowBatch = isBid ? bids.batchAt(terms.yesPrice) : asks.batchAt(Price.ONE - terms.yesPrice)
      return now < until && rowBatch <= batch
    })
    for (const { order, until } of this.#shadows) {
      net.addOwn(order.terms.bookSide, order.terms.yesPrice, order.left)
      attention.wakeFor(until, now)
    }
  }
}
