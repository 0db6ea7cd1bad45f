import { Wei } from '../../model/money.js'
import type { Timestamp } from '../../model/time.js'
import { accountOf, holdingOf, isCrowd, reserveCash, reserveShares } from './accounts.js'
import { laneOf, ownPrice, sharesOf, valueOf } from './amounts.js'
import { kindOf } from './approvals.js'
import type { OrderSpec } from './command.js'
import type { CoreOrder, CoreOrderStatus } from './core-event.js'
import { pruneDue } from './due-alive.js'
import { DueKind } from './due-queue.js'
import type { Wanted } from './order-check.js'
import { feeHeld } from './order-fees.js'
import { trimmedAt } from './trimmed-at.js'
import { emit, type OrderState, touch, type Working, type World } from './world.js'

/** Accepts an order: indexes it by hash and id, holds its cash or shares, and queues its expiry. It does not rest yet. */
export function accept(world: World, wanted: Wanted): Working {
  const { spec, market, size, needed } = wanted
  const order = newOrder(++world.lastOrder, spec, world.now)
  const owner = accountOf(world, spec.account)
  const working: Working = {
    order,
    owner,
    market,
    lane: laneOf(spec.outcome, spec.side),
    price: lanePrice(wanted),
    remaining: size,
    handle: 0,
    held: 0n,
    rounded: 0n,
    nonce: owner.nonces[kindOf(market.spec)],
    lockedUntil: null,
    unsettled: 0,
    older: null,
    newer: null,
  }
  holdFor(working, needed)
  world.orders.set(spec.hash, order)
  world.working.set(order.id, working)
  owner.live.add(working)
  if (!isCrowd(owner.id)) owner.history.push(order)
  world.due.push({ at: spec.expiresAt, kind: DueKind.EXPIRE, id: order.id })
  pruneDue(world)
  emit(world, { at: world.now, kind: 'accepted', order })
  return working
}

/** Rests the unmatched part in the book. */
export function rest(world: World, working: Working): void {
  const { market, lane, price } = working
  const handle = market.book.add(lane, price, working.remaining)
  working.handle = handle
  working.order.isResting = true
  market.resting[handle] = working
  market.restingOrders++
  market.crowd?.join(handle, lane, price, world.options.fillModel(working.owner.id))
  touch(world, market)
}

/** Clears where an order rested, after its last share left the book. */
export function unrest(working: Working): void {
  working.market.resting[working.handle] = undefined
  working.market.restingOrders--
  working.handle = 0
  working.order.isResting = false
}

/** Ends an order: takes it off the book and releases what its unmatched part held. Its matches still settle. */
export function end(world: World, working: Working, status: Exclude<CoreOrderStatus, 'OPEN'>, why: string): void {
  if (working.handle !== 0) {
    working.market.book.remove(working.handle)
    unrest(working)
    touch(world, working.market)
  }
  if (working.lockedUntil !== null) working.market.waiting.delete(working)
  holdFor(working, 0n)
  working.order.status = status
  emit(world, { at: world.now, kind: 'ended', order: working.order, status, why })
  forgetIfDone(world, working)
}

/** Makes an order hold this amount for its unmatched part. */
export function holdFor(working: Working, amount: bigint): void {
  const change = amount - working.held
  if (change === 0n) return
  working.held = amount
  const { spec } = working.order
  if (spec.side === 'buy') reserveCash(working.owner, change)
  else reserveShares(holdingOf(working.owner, spec.market), spec.outcome, change)
}

/**
 * What the unmatched part of a LIMIT order holds; exact, because limit and size are on their grids. For a buy that includes fees which are paid in
 * cash.
 */
export function heldBy(working: Working): bigint {
  const { price, remaining, rounded, market, order } = working
  if (order.spec.side === 'sell') return sharesOf(remaining)
  return valueOf(price, remaining) + feeHeld(market.spec, order.spec, { price, size: remaining, rounded })
}

/** Drops what is only needed while an order is open or unsettled. A crowd's order is dropped whole at once, a wallet's later. */
export function forgetIfDone(world: World, working: Working): void {
  const { order, owner } = working
  if (order.status === 'OPEN' || working.unsettled > 0) return
  world.working.delete(order.id)
  owner.live.delete(working)
  if (!isCrowd(owner.id)) return keepFinished(world, order)
  world.orders.delete(order.spec.hash)
}

const newOrder = (id: number, spec: OrderSpec, acceptedAt: Timestamp): OrderState => ({
  id,
  spec,
  acceptedAt,
  status: 'OPEN',
  matched: Wei.ZERO,
  settled: Wei.ZERO,
  valueSettled: Wei.ZERO,
  isResting: false,
})

/** A limit between two prices is rounded to the price that is worse for the counterparty, so no leg trades beyond the limit. */
const lanePrice = ({ spec: { side }, price, isRung }: Wanted): number =>
  ownPrice(side, side === 'buy' ? Math.min(price, 9_999) : Math.min(isRung ? price : price + 1, 10_000))

/**
 * Keeps a finished order of a wallet readable, and drops the oldest ones whose expiry has passed. Many are dropped at a time, so the cost per order
 * is small. One that has not expired stays, because its hash keeps the same order from being placed again.
 */
function keepFinished(world: World, order: OrderState): void {
  world.finished.set(order.id, order)
  if (world.finished.size < world.forgetAt) return
  const kept = Math.max(1, world.options.ordersKept)
  const gone = new Set<CoreOrder>(
    [...world.finished.values()].slice(0, -kept).filter(({ spec }) => spec.expiresAt <= world.now),
  )
  for (const { id, spec } of gone) {
    world.orders.delete(spec.hash)
    world.finished.delete(id)
  }
  for (const account of new Set(Array.from(gone, ({ spec }) => spec.account))) forgetOf(world, account, gone)
  world.forgetAt = trimmedAt(world.finished.size)
}

const forgetOf = (world: World, id: string, gone: ReadonlySet<CoreOrder>): void => {
  const account = world.accounts.get(id)
  if (account !== undefined) account.history = account.history.filter(order => !gone.has(order))
}
