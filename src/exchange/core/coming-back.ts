import { freeFor } from './order-check.js'
import { end, heldBy, holdFor, rest, unrest } from './orders.js'
import { isTaking, take } from './placing.js'
import type { Working, World } from './world.js'

/**
 * Gives an open order `size` millionths back whose settlement failed by another's fault. A LIMIT comes in again with all it has left, like one that
 * arrives now: at the end of the queue of its price, without a taker delay. What cannot come back ends.
 */
export function comeBack(world: World, working: Working, size: number): void {
  const { spec } = working.order
  if (spec.strategy === 'MARKET' || spec.isFillOrKill) return end(world, working, 'CANCELLED', 'settlement-failed')
  if (working.handle !== 0) {
    working.market.book.remove(working.handle)
    unrest(working)
  }
  working.remaining += size
  if (spec.expiresAt <= world.now) return end(world, working, 'EXPIRED', 'expired')
  if (working.market.trading === 'CLOSED') return end(world, working, 'CANCELLED', 'market-closed')
  // A taker had the better price of its makers held; its own limit may need more than is left.
  if (heldBy(working) - working.held > freeFor(working.owner, spec)) return end(world, working, 'CANCELLED', 'balance')
  holdFor(working, heldBy(working))
  if (!isTaking(working) || working.market.trading !== 'OPEN') rest(world, working)
  else if (spec.isPostOnly) end(world, working, 'CANCELLED', 'post-only')
  else take(world, working)
}
