import type { Books } from '../../../engine/books.js'
import type { OrderLook } from '../../../engine/desk-look.js'
import type { MarketIndex, OrderId } from '../../../model/ids.js'

/** Estimates the size in front of one of our orders at its price. */
export interface QueueEstimates {
  /**
   * In shares; null: its book is not known, or it does not rest yet. Must be called regularly for all resting orders; an order that is not asked for
   * is forgotten. `live`: markets whose book may be read.
   */
  of(orders: readonly OrderLook[], live: ReadonlySet<MarketIndex>): ReadonlyMap<OrderId, number | null>
}

/**
 * No venue says where an order is in the queue. What others show at its price at the first look is assumed to be in front of it, as far as it is
 * still shown later. The estimate is rather too high, because sizes that join later are only recognized once the level shrinks.
 */
export function createQueueEstimates(books: Pick<Books, 'book'>): QueueEstimates {
  let known = new Map<OrderId, number>()
  return {
    of: (orders, live) => {
      const own = ownByLevel(orders)
      const next = new Map<OrderId, number>()
      const found = new Map<OrderId, number | null>()
      for (const order of orders) {
        const others = order.status === 'working' && live.has(order.market.index) ? othersAt(order, own) : null
        const ahead = others === null ? null : Math.min(others, known.get(order.id) ?? others)
        found.set(order.id, ahead)
        if (ahead !== null) next.set(order.id, ahead)
      }
      known = next
      return found
    },
  }

  function othersAt({ market, yesSide, yesPrice }: OrderLook, own: ReadonlyMap<string, number>): number | null {
    const book = books.book(market.index)
    if (book.state !== 'live') return null
    return Math.max(0, book.sizeAt(yesSide, yesPrice) - (own.get(levelOf(market.index, yesSide, yesPrice)) ?? 0)) / 1e6
  }
}

/** Our resting size at each level, in millionths of a share. */
function ownByLevel(orders: readonly OrderLook[]): ReadonlyMap<string, number> {
  const own = new Map<string, number>()
  for (const { market, yesSide, yesPrice, left, status } of orders) {
    if (status !== 'working') continue
    const level = levelOf(market.index, yesSide, yesPrice)
    own.set(level, (own.get(level) ?? 0) + left)
  }
  return own
}

const levelOf = (market: number, side: string, price: number): string => `${market} ${side} ${price}`
