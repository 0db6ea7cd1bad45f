import type { OrderHash } from '../model/ids.js'
import type { Account } from './account.js'
import { lotOf } from './cancel-lot.js'
import { hashCancel } from './fingerprint.js'
import { Leaving } from './leaving.js'
import type { Order } from './order.js'
import type { Slot } from './slot.js'

/** Where cancels leave a desk. */
export class Outbox {
  readonly leaving = new Leaving()
  readonly #account: Account

  constructor(account: Account) {
    this.#account = account
  }

  /**
   * A cancel only reduces risk, so no rule and no halt stops it. But the venue refuses it while the order is locked, and refuses another request when
   * no call is left. A pull goes before a replacement.
   */
  cancel(slot: Slot, order: Order, why: 'pull' | 'replace'): void {
    const { clock, budget, ledger } = this.#account
    const { now } = clock
    if (order.lockedUntil > now) return slot.attention.putOff(order.lockedUntil, now)
    const leavesAt = ledger.removals.isLeaving(lotOf(order, now), now) ? now : budget.removesAt()
    if (leavesAt > now) return slot.attention.putOff(leavesAt, now)
    const isFirst = this.cancelNow(order, why)
    if (isFirst && why === 'replace') budget.pay(1)
    slot.attention.ordersChanged()
  }

  /** The same without these conditions, for orders of no market of this run. Returns whether it takes a call of its own. */
  cancelNow(order: Order, why: 'pull' | 'replace' = 'pull'): boolean {
    const { ledger, budget, clock, hash } = this.#account
    const isFirst = ledger.cancelOrder(order, clock.now)
    if (isFirst) budget.sent('removal', order.terms.number)
    hashCancel(hash, order.terms.number)
    this.leaving.cancel(order, why)
    return isFirst
  }

  /** For orders that are not ours. */
  cancelStranger(order: OrderHash): void {
    const { ledger, budget, clock, hash } = this.#account
    if (ledger.removals.count('old', clock.now)) budget.sent('removal', order)
    hash.addText(order)
    this.leaving.cancelStranger(order)
  }
}
