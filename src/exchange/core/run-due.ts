import type { Timestamp } from '../../model/time.js'
import { isAlive } from './due-alive.js'
import { type Due, DueKind } from './due-queue.js'
import { payRewards } from './earnings.js'
import { submit } from './matches.js'
import { end } from './orders.js'
import { takeDelayed } from './place-order.js'
import { closeMarket, resolveProposed } from './resolution.js'
import { settle } from './settlement.js'
import type { World } from './world.js'

/** Performs what is due up to and including `to`, in order and each at its own time; afterwards the time is `to`. */
export function runDue(world: World, to: Timestamp): void {
  for (let due = world.due.first(); due !== undefined && due.at <= to; due = world.due.first()) {
    world.due.shift()
    if (due.at > world.now) world.now = due.at
    happen(world, due)
  }
  if (to > world.now) world.now = to
}

/** When the next event is due. */
export function nextDue(world: World): Timestamp | null {
  for (let due = world.due.first(); due !== undefined; due = world.due.first()) {
    if (isAlive(world, due)) return due.at
    world.due.shift()
  }
  return null
}

function happen(world: World, due: Due): void {
  if (!isAlive(world, due)) return
  switch (due.kind) {
    case DueKind.SETTLE:
      return settle(world, due.id)
    case DueKind.SUBMIT:
      return submit(world, due.id)
    case DueKind.TAKE:
      return takeDelayed(world, due.id)
    case DueKind.EXPIRE:
      return expire(world, due.id)
    case DueKind.CLOSE:
      return closeMarket(world, world.markets.get(due.id)!)
    case DueKind.RESOLVE:
      return resolveProposed(world, world.markets.get(due.id)!)
    case DueKind.REWARD:
      return payRewards(world, world.markets.get(due.id)!)
    default:
      due.kind satisfies never
  }
}

/** Ends an expired order. One whose last share is matched does not expire: its settlement decides how it ends. */
function expire(world: World, id: number): void {
  const working = world.working.get(id)
  if (working === undefined || working.order.status !== 'OPEN') return
  if (working.order.isResting || working.lockedUntil !== null) end(world, working, 'EXPIRED', 'expired')
}
