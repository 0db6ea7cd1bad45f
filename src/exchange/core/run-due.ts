import type { Timestamp } from '../../model/time.js'
import { type Due, DueKind } from './due-queue.js'
import { payRewards } from './earnings.js'
import { submit } from './matches.js'
import { end } from './orders.js'
import { takeDelayed } from './placing.js'
import { closeMarket, resolveProposed } from './resolution.js'
import { settle } from './settlement.js'
import type { MarketState, World } from './world.js'

/** Lets happen, in order and each at its own time, what is due up to and including `to`; then it is `to`. */
export function runDue(world: World, to: Timestamp): void {
  for (let due = world.due.first(); due !== undefined && due.at <= to; due = world.due.first()) {
    world.due.shift()
    if (due.at > world.now) world.now = due.at
    happen(world, due)
  }
  if (to > world.now) world.now = to
}

/** When the next thing happens by itself. */
export function nextDue(world: World): Timestamp | null {
  for (let due = world.due.first(); due !== undefined; due = world.due.first()) {
    if (due.kind !== DueKind.EXPIRE || world.working.get(due.id)?.order.status === 'OPEN') return due.at
    world.due.shift()
  }
  return null
}

function happen(world: World, due: Due): void {
  switch (due.kind) {
    case DueKind.SETTLE:
      return settle(world, due.id)
    case DueKind.TAKE:
      return takeDelayed(world, due.id)
    case DueKind.EXPIRE:
      return expire(world, due.id)
    case DueKind.SUBMIT:
      return submit(world, due.id)
    case DueKind.CLOSE:
    case DueKind.RESOLVE:
    case DueKind.REWARD:
      return happenTo(world, due.kind, world.markets.get(due.id))
    default:
      due.kind satisfies never
  }
}

function happenTo(world: World, kind: DueKind, market: MarketState | undefined): void {
  if (market === undefined) return
  if (kind === DueKind.REWARD) payRewards(world, market)
  else if (kind === DueKind.RESOLVE) resolveProposed(world, market)
  // An end that was moved has left its old time in the queue.
  else if (market.spec.endsAt !== null && market.spec.endsAt <= world.now) closeMarket(world, market)
}

/** Nothing expires of an order whose last share is matched: its settlement decides how it ends. */
function expire(world: World, id: number): void {
  const working = world.working.get(id)
  if (working === undefined || working.order.status !== 'OPEN') return
  if (working.order.isResting || working.lockedUntil !== null) end(world, working, 'EXPIRED', 'expired')
}
