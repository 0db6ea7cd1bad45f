import { type Due, DueKind } from './due-queue.js'
import type { World } from './world.js'

/**
 * Whether an entry of the queue is still valid. Entries of a moved time, or of a match or order that has ended, stay in the queue and are skipped.
 */
export function isAlive(world: World, due: Due): boolean {
  switch (due.kind) {
    case DueKind.SETTLE:
    case DueKind.SUBMIT:
      return world.unsettled.has(due.id)
    case DueKind.TAKE:
    case DueKind.EXPIRE:
      return world.working.get(due.id)?.order.status === 'OPEN'
    case DueKind.CLOSE:
      return marketDue(world, due, 'endsAt')
    case DueKind.RESOLVE:
      return marketDue(world, due, 'resolvesAt')
    case DueKind.REWARD:
      return marketDue(world, due, 'rewardAt')
    default:
      return due.kind satisfies never
  }
}

const marketDue = (world: World, { id, at }: Due, when: 'endsAt' | 'resolvesAt' | 'rewardAt'): boolean => {
  const market = world.markets.get(id)
  if (market === undefined || market.result !== null) return false
  return (when === 'endsAt' ? market.spec.endsAt : market[when]) === at
}

const LEAST_PRUNED = 4_096

/** Drops invalid entries, mostly expiries of finished orders, once they are most of the queue. */
export function pruneDue(world: World): void {
  const alive = world.working.size + world.markets.size
  if (world.due.length < LEAST_PRUNED || world.due.length < 3 * alive) return
  world.due.keep(due => isAlive(world, due))
}
