import { type Due, DueKind } from './due-queue.js'
import type { World } from './world.js'

/** Whether what is due is still meant: what was moved, disputed, settled or ended has left its time in the queue. */
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

/** Drops what is not meant any more, expiries of finished orders above all, once that is most of the queue. */
export function pruneDue(world: World): void {
  const alive = world.working.size + world.markets.size
  if (world.due.length < LEAST_PRUNED || world.due.length < 3 * alive) return
  world.due.keep(due => isAlive(world, due))
}
