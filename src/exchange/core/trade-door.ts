import type { Timestamp } from '../../model/time.js'
import type { AccountId, CoreAnswer, OrderSpec } from './command.js'
import { type RemovalEffect, removeOrder } from './perform.js'
import { place } from './place-order.js'
import { runDue } from './run-due.js'
import type { World } from './world.js'

/** Places and removes orders without command objects, for a backtest's loop; each call is the command of the same name. */
export interface TradeDoor {
  place(at: Timestamp, spec: OrderSpec): CoreAnswer
  /** Of one order. */
  remove(at: Timestamp, account: AccountId, hash: string): RemovalEffect
}

/** Opens the door of a world. */
export const createTradeDoor = (world: World): TradeDoor => ({
  place: (at, spec) => {
    runDue(world, at)
    const answer = place(world, spec)
    runDue(world, world.now)
    return answer
  },
  remove: (at, account, hash) => {
    runDue(world, at)
    const removal = removeOrder(world, account, hash)
    runDue(world, world.now)
    return removal
  },
})
