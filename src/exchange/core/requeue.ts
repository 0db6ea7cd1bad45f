import { freeFor } from './order-check.js'
import { end, heldBy, holdFor, rest } from './orders.js'
import { isTaking, take } from './place-order.js'
import { touch, type Working, type World } from './world.js'

/**
 * Returns `size` millionths to an open order whose settlement failed because of another order. A LIMIT that still rests keeps its place; one that
 * does not is placed like a new order at the end of its price's queue, without a taker delay. An order that cannot be placed again ends.
 */
export function requeue(world: World, working: Working, size: number): void {
  const { market } = working
  const { spec } = working.order
  if (spec.strategy === 'MARKET' || spec.isFillOrKill) return end(world, working, 'CANCELLED', 'settlement-failed')
  if (spec.expiresAt <= world.now) return end(world, working, 'EXPIRED', 'expired')
  if (market.trading === 'CLOSED') return end(world, working, 'CANCELLED', 'market-closed')
  working.remaining += size
  // A taker reserved cash at the better prices of its makers; its own limit may need more than is left.
  if (heldBy(working) - working.held > freeFor(working.owner, spec)) return end(world, working, 'CANCELLED', 'balance')
  holdFor(working, heldBy(working))
  if (working.handle !== 0) {
    market.book.enlarge(working.handle, size)
    touch(world, market)
  } else if (!isTaking(working) || market.trading !== 'OPEN') rest(world, working)
  else if (spec.isPostOnly) end(world, working, 'CANCELLED', 'post-only')
  else take(world, working)
}
