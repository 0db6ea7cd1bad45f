import { Timestamp } from '../../model/time.js'
import { otherLane, sizeFor } from './amounts.js'
import { isApproved } from './approvals.js'
import { bestOf } from './book-reads.js'
import type { CoreAnswer, OrderSpec, RefusalReason } from './command.js'
import { DueKind } from './due-queue.js'
import { LiquidityTaker } from './liquidity-taker.js'
import { ONE } from './matching.js'
import { freeFor, fundsRefusal, orderRefusal, type Wanted, wantedOf } from './order-check.js'
import { accept, end, rest } from './orders.js'
import type { MarketState, Working, World } from './world.js'

/** Refuses or accepts an order. An accepted one matches, waits for the taker delay, or rests. */
export function place(world: World, spec: OrderSpec): CoreAnswer {
  const market = world.markets.get(spec.market)
  if (market === undefined) return { kind: 'refused', reason: 'unknown-market' }
  const wanted = wantedOf(spec, market)
  const reason = orderRefusal(world, wanted) ?? fundsRefusal(world, wanted)
  if (reason !== null && !makeWay(world, wanted, reason)) return { kind: 'refused', reason }
  const working = accept(world, wanted)
  const id = working.order.id
  if (!isTaking(working)) {
    rest(world, working)
  } else if (spec.isPostOnly) {
    end(world, working, 'CANCELLED', 'post-only')
  } else if (market.trading !== 'OPEN') {
    rest(world, working)
  } else if (world.options.takerDelayUs > 0) {
    return { kind: 'accepted', order: id, lockedUntil: delay(world, working) }
  } else {
    take(world, working)
  }
  return { kind: 'accepted', order: id, lockedUntil: null }
}

/**
 * Ends resting orders of the account, newest first, until `spec` has enough of what they held. Returns false and ends none of them if the order may
 * not use what they hold or all of it would not be enough.
 */
function makeWay(world: World, { spec, market, needed }: Wanted, reason: RefusalReason): boolean {
  if (spec.takesReserved !== true || (reason !== 'cash-balance' && reason !== 'shares-balance')) return false
  const account = world.accounts.get(spec.account)
  if (account === undefined || !isApproved(account, market.spec, spec.side)) return false
  const holders = [...account.live].filter(working => working.order.isResting && holdsSame(working.order.spec, spec)).reverse()
  const ends: Working[] = []
  let missing = needed - freeFor(account, spec)
  for (const working of holders) {
    if (missing <= 0n) break
    missing -= working.held
    ends.push(working)
  }
  if (missing > 0n) return false
  for (const working of ends) end(world, working, 'CANCELLED', 'balance')
  return true
}

const holdsSame = (resting: OrderSpec, wanting: OrderSpec): boolean =>
  resting.side === wanting.side &&
  (wanting.side === 'buy' || (resting.market === wanting.market && resting.outcome === wanting.outcome))

/**
 * Lets a taker take what it can now; the rest rests or ends. A MARKET order that took anything becomes FILLED once that is settled, whether its own
 * account's order or an empty book stopped it.
 */
export function take(world: World, working: Working): void {
  const { spec } = working.order
  if (spec.isFillOrKill && !isFillable(working)) return end(world, working, 'CANCELLED', 'no-match')
  const taking = new LiquidityTaker(world, working)
  const taken = taking.run()
  if (spec.strategy === 'MARKET' && taken > 0) return
  if (taking.metSelf) end(world, working, 'CANCELLED', 'self-trade')
  else if (spec.strategy === 'MARKET') end(world, working, 'CANCELLED', 'no-match')
  else if (working.remaining > 0) rest(world, working)
}

/** Lets a taker take when its delay is over. */
export function takeDelayed(world: World, id: number): void {
  const working = world.working.get(id)
  if (working === undefined || working.order.status !== 'OPEN' || working.lockedUntil === null) return
  working.lockedUntil = null
  working.market.waiting.delete(working)
  const { trading } = working.market
  const { strategy, isFillOrKill } = working.order.spec
  if (trading === 'OPEN') take(world, working)
  else if (trading === 'MATCHING_NOT_ENABLED' && strategy === 'LIMIT' && !isFillOrKill) rest(world, working)
  else end(world, working, 'CANCELLED', 'market-closed')
}

/** Whether an order would match at once, or is of a kind that never rests. */
export const isTaking = (working: Working): boolean =>
  working.order.spec.strategy === 'MARKET' ||
  working.order.spec.isFillOrKill ||
  bestOf(working.market, otherLane(working.lane)) >= ONE - working.price

function delay(world: World, working: Working): Timestamp {
  const until = Timestamp.of(world.now + world.options.takerDelayUs)
  working.lockedUntil = until
  working.market.waiting.add(working)
  world.due.push({ at: until, kind: DueKind.TAKE, id: working.order.id })
  return until
}

/** Whether the book holds all that a fill-or-kill order wants, or all that its budget buys, before an order of its own account stops it. */
function isFillable(working: Working): boolean {
  const { spec } = working.order
  const wanted = { left: working.remaining, budget: spec.side === 'buy' ? spec.budget : null }
  const { market } = working
  const lane = otherLane(working.lane)
  for (let price = bestOf(market, lane); price > 0 && price >= ONE - working.price; price = below(market, lane, price)) {
    let handle = market.book.first(lane, price)
    for (; handle !== 0; handle = market.book.after(handle)) {
      if (market.resting[handle]?.owner !== working.owner) {
        if (isMet(wanted, price, market.book.sizeOf(handle))) return true
      } else if (spec.selfTradePrevention !== 'cancel-maker') return false
    }
    if (isMet(wanted, price, market.crowd?.sizeAt(lane, price) ?? 0)) return true
  }
  return false
}

const below = (market: MarketState, lane: 0 | 1, price: number): number =>
  Math.max(market.book.below(lane, price), market.crowd?.below(lane, price) ?? 0)

/** Subtracts `offered` from what is wanted. Returns whether nothing more is wanted. */
function isMet(wanted: { left: number; budget: bigint | null }, price: number, offered: number): boolean {
  let size = Math.min(wanted.left, offered)
  if (wanted.budget !== null) {
    size = Math.min(size, sizeFor(wanted.budget, ONE - price))
    if (size < Math.min(wanted.left, offered)) return true
    wanted.budget -= BigInt(size) * BigInt(ONE - price) * 100_000_000n
  }
  wanted.left -= size
  return wanted.left === 0
}
