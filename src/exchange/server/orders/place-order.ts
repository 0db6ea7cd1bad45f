import type { z } from 'zod'
import { Timestamp } from '../../../model/time.js'
import type { CreateOrder, created } from '../../../protocol/api/schemas-account.js'
import { holds } from '../../../protocol/verify.js'
import type { Writes } from '../writes/writes.js'
import { type CheckedOrder, checkProven, checkUnproven, type OrderChecks } from './check-order.js'
import { coreRefusal } from './core-refusal.js'

/** Where orders are checked and placed. */
export interface OrderDesk extends OrderChecks {
  readonly writes: Writes
}

/** What the wire says of an order that was taken. */
export type Created = z.input<typeof created>

/**
 * Checks a create, hands it to the core and tells what the wire says of it, which may leave when the floor has `written`; `deputy` may have
 * signed it in the account's place. Throws a refusal.
 */
export const placeOrder = (desk: OrderDesk, data: CreateOrder, account: string, deputy: string = account): Created => {
  const unproven = checkUnproven(desk, data, { account, deputy })
  return placeChecked(desk.writes, checkProven(unproven, holds(unproven.claim)))
}

/** The same for a create that was checked. */
export const placeChecked = (writes: Writes, { spec, posted }: CheckedOrder): Created => {
  const answer = writes.sequencer.take({ command: { kind: 'place', at: writes.reads.now(), order: spec }, posted })
  if (answer.kind === 'refused') throw coreRefusal(answer)
  if (answer.kind !== 'accepted') throw new Error(`a place was answered with ${answer.kind}`)
  const removalLockedUntil = answer.lockedUntil === null ? null : Timestamp.iso(answer.lockedUntil)
  return { code: 'OK', orderId: String(answer.order), orderHash: spec.hash, removalLockedUntil }
}
