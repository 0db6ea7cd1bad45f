import type { CoreOrder } from './core-event.js'
import { trimmedAt } from './trimmed-at.js'
import type { OrderState, World } from './world.js'

/**
 * Keeps a finished order of a wallet readable, and drops the oldest ones that have expired too, many at a time, so that the cost per order is small.
 * One that has not expired stays: its hash prevents that it is placed again.
 */
export function keepFinished(world: World, order: OrderState): void {
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
