import type { Price, Size } from '../model/money.js'
import type { Timestamp } from '../model/time.js'
import { hasRoom, stands } from '../strategy/requote.js'
import { NOTHING, type Target } from '../strategy/target.js'
import type { Account } from './account.js'
import type { Opening } from './opening.js'
import type { Outbox } from './outbox.js'
import { distanceOf, isBeyond, Replacements, weightOf } from './replacement.js'
import { Held } from './side-time.js'
import type { Slot } from './slot.js'
import type { SlotSide } from './slot-side.js'
import { isTapered, taperOf } from './taper.js'
import { Wants } from './wants.js'

/** Compares a side's target with its orders: makes the fewest cancels, and wants for the missing sizes. */
export class Requoter {
  readonly wants = new Wants()
  readonly #replacements = new Replacements()
  readonly #account: Account
  readonly #outbox: Outbox
  readonly #opening: Opening

  constructor(account: Account, outbox: Outbox, opening: Opening) {
    this.#account = account
    this.#outbox = outbox
    this.#opening = opening
  }

  /** Whether something waits for the end of the turn. */
  get hasWork(): boolean {
    return this.wants.count + this.#replacements.count > 0
  }

  /** Requotes one side if its orders differ from its target. */
  visit(slot: Slot, side: SlotSide, isOn: boolean): void {
    const { sums } = side
    const target = isOn ? side.target : NOTHING
    if (isTapered(this.#account.settings.limits)) sums.rule.shrink(taperOf(slot, side, this.#account))
    const isSettled = stands(target, sums, sums.rule)
    // The reason for a missing order is needed only if there is none.
    if (!isSettled || sums.count === 0) side.hold(hasRoom(target, sums.rule) ? Held.WAITING : Held.REFUSED)
    if (isSettled) {
      side.settle()
      side.owe(false)
    } else if (sums.count === 0 && sums.isBlocked) side.block()
    else this.#requote(slot, side, target)
  }

  /** Replaces orders that are away from their target, as far as calls allow: the most urgent first, the rest when calls are available again. */
  replace(): void {
    const { clock, budget, ledger } = this.#account
    const { now } = clock
    const replacements = this.#replacements
    if (replacements.count > 1 && !budget.canPay(replacements.count * 2)) replacements.sort()
    for (let i = 0; i < replacements.count && ledger.state.halt === null; i++) {
      const { slot, side } = replacements.at(i)
      const at = budget.replacesAt()
      if (at > now) putOff(slot, side, at, now)
      else this.#change(slot, side, 'replace')
    }
    replacements.clear()
  }

  /** Lets every side that waits for calls try again when the venue's newest report allows a create. Returns that time. */
  retryByAll(): number {
    const opensAt = this.#account.budget.opensAt()
    for (const slot of this.#account.slots) {
      slot.lookAgain()
      slot.attention.retryBy(opensAt)
    }
    return opensAt
  }

  #requote(slot: Slot, side: SlotSide, target: Target): void {
    const { sums, plan } = side
    const { now } = this.#account.clock
    const next = slot.requotedAt + this.#account.settings.requote.requoteEveryMs * 1_000
    const isEarly = !target.isNone && now < next
    if (isEarly && !side.isOwed) return putOff(slot, side, next, now)
    // No order to cancel, and no call for a new one.
    if (sums.count === 0 && this.#mustWait(slot, side, 'calls')) return
    plan.make(target, sums.orders, sums.rule)
    const canceled = plan.cancels.length
    if (plan.missing === 0) side.owe(false)
    if (isEarly && canceled + sums.leaving > 0) return putOff(slot, side, next, now)
    const isReplaced = canceled > 0 && plan.missing > 0 && !isBeyond(slot, side, plan.cancels)
    // In its pause after a fill, a side gets no order, and what rests away from its target is not kept for one.
    if (!isReplaced || now < side.pausedUntil) return this.#change(slot, side, 'pull')
    // A side in its back-off gets no order now, so its orders are not canceled for one.
    const quietUntil = side.waitsUntil(this.#opening.quietUntil(slot, side))
    if (now < quietUntil) return staysQuiet(slot, side, quietUntil, now)
    const weight = weightOf(side, { now, lifeSeconds: this.#account.settings.requote.orderLifeSeconds })
    this.#replacements.add(slot, side, weight)
  }

  #change(slot: Slot, side: SlotSide, why: 'pull' | 'replace'): void {
    const { plan, sums } = side
    const canceled = plan.cancels.length
    for (let i = 0; i < canceled; i++) this.#outbox.cancel(slot, plan.cancels[i]!, why)
    if (canceled > 0) slot.requoted(this.#account.clock.now)
    if (plan.missing === 0 || sums.isBlocked) settleIf(side, canceled === 0)
    // For an empty side, `#requote` has checked already whether an order may come.
    else if (sums.count === 0 || !this.#mustWait(slot, side, 'quiet', canceled))
      settleIf(side, this.#fill(slot, side, why === 'replace') + canceled === 0)
  }

  /** Delays a side that may get no order now. `first`: the reason to report if both apply. `canceled`: how many of its orders were just canceled. */
  #mustWait(slot: Slot, side: SlotSide, first: 'calls' | 'quiet', canceled = 0): boolean {
    const { clock, budget } = this.#account
    const { now } = clock
    const quietUntil = side.waitsUntil(this.#opening.quietUntil(slot, side))
    const opensAt = budget.opensAt()
    if (opensAt > now && (first === 'calls' || now >= quietUntil)) waitForCalls(slot, side, opensAt, now, canceled)
    else if (now < quietUntil) staysQuiet(slot, side, quietUntil, now)
    return opensAt > now || now < quietUntil
  }

  /** Creates a want for each missing level, except those whose shares are in sells that are leaving. Returns the number of wanted levels. */
  #fill(slot: Slot, side: SlotSide, isPaid: boolean): number {
    const { isOwed, plan } = side
    const before = this.wants.count
    // Clears the mark that skips the requote timer; it is set again below for levels that wait for shares.
    side.owe(false)
    for (let i = 0; i < plan.missing; i++) {
      const price = plan.prices[i]!
      const size = plan.sizes[i]!
      if (isLocked(slot, side, size)) side.owe(true)
      else this.#want(slot, side, price, size).rank(distanceOf(side, price), isOwed, isPaid)
    }
    const wanted = this.wants.count - before
    if (isPaid) this.#account.budget.pay(wanted)
    return wanted
  }

  #want(slot: Slot, side: SlotSide, price: Price, size: Size) {
    return this.wants.next(slot, side).setMissing(slot, side, price, size)
  }
}

const settleIf = (side: SlotSide, isSettled: boolean): void => (isSettled ? side.settle() : side.lookAgain())

function putOff({ attention }: Slot, side: SlotSide, at: number, now: Timestamp): void {
  side.wait()
  attention.putOff(at, now)
}

/** All sides that wait for calls are looked at together, so that the most urgent go first. */
function waitForCalls(slot: Slot, side: SlotSide, opensAt: number, now: Timestamp, canceled: number): void {
  if (side.sums.leaving + canceled > 0) side.owe(true)
  side.hold(Held.CALLS)
  putOff(slot, side, opensAt, now)
}

function staysQuiet(slot: Slot, side: SlotSide, until: number, now: Timestamp): void {
  side.hold(side.quietFor)
  putOff(slot, side, until, now)
}

/** Whether a size can only come from shares in sells of ours that are leaving: legs are then not computed before these are gone. */
const isLocked = ({ inventory, sums, attention }: Slot, { isBid }: SlotSide, size: number): boolean => {
  if (attention.isStale) return false
  const { sellable } = inventory.position
  return isBid ? sellable.no === 0 && sums.locked.no >= size : sellable.yes === 0 && sums.locked.yes >= size
}
