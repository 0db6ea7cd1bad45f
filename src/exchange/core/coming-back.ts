import { freeFor } from './order-check.js'
import { end, heldBy, holdFor, rest } from './orders.js'
import { isTaking, take } from './placing.js'
import { touch, type Working, type World } from './world.js'

/**
 * Gives an open order `size` millionths back whose settlement failed by another's fault. A LIMIT that still rests keeps its place; one that does not
 * comes in again like one that arrives now, at the end of the queue of its price and without a taker delay. What cannot come back ends.
 */
export function comeBack(world: World, working: Working, size: number): void {
  const { market } = working
  const { spec } = working.order
  if (spec.strategy === 'MARKET' || spec.isFillOrKill) return end(world, working, 'CANCELLED', 'settlement-failed')
  if (spec.expiresAt <= world.now) return end(world, working, 'EXPIRED', 'expired')
  if (market.trading === 'CLOSED') return end(world, working, 'CANCELLED', 'market-closed')
  working.remaining += size
  // A taker had the better price of its makers held; its own limit may need more than is left.
  if (heldBy(working) - working.held > freeFor(working.owner, spec)) return end(world, working, 'CANCELLED', 'balance')
  holdFor(working, heldBy(working))
  if (working.handle !== 0) {
    market.book.enlarge(working.handle, size)
    touch(world, market)
  } else if (!isTaking(working) || market.trading !== 'OPEN') rest(world, working)
  else if (spec.isPostOnly) end(world, working, 'CANCELLED', 'post-only')
  else take(world, working)
}
