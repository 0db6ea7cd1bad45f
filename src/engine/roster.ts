import type { MarketId } from '../model/ids.js'
import type { Account } from './account.js'
import type { Depth } from './depth.js'
import { deriveSlot } from './derive-slot.js'
import type { RosterChange } from './market-places.js'
import { leavePeers } from './peers.js'
import { type DeskQuoting, quotingOf, sumQuoting } from './quoting-time.js'
import { redefine } from './redefine.js'
import type { Slot } from './slot.js'
import type { SlotTable } from './slot-table.js'
import type { Waking } from './waking.js'

export interface RosterParts {
  readonly account: Account
  readonly slots: SlotTable
  readonly waking: Waking
  /** `past`: the state that a market continues with if it joins again before it is forgotten. */
  readonly slotOf: (joined: RosterChange & { readonly kind: 'joined' }, past: Slot | null) => Slot
}

/** Which markets a desk has: adds those that join, and pulls those that leave until nothing of ours can happen there any more. */
export class Roster {
  readonly #parts: RosterParts
  /** Markets that left and are not forgotten yet. */
  readonly #leaving: Slot[] = []
  /** Quoting times of forgotten markets. */
  #past: DeskQuoting = sumQuoting([])

  constructor(parts: RosterParts) {
    this.#parts = parts
  }

  get past(): DeskQuoting {
    return this.#past
  }

  /** Whether a market that left is not forgotten yet. */
  get isSeeingOff(): boolean {
    return this.#leaving.length > 0
  }

  isLeaving(slot: Slot): boolean {
    return this.#leaving.includes(slot)
  }

  follow(changes: readonly RosterChange[]): void {
    for (const change of changes)
      switch (change.kind) {
        case 'joined':
          this.#join(change)
          break
        case 'left':
          this.#leave(change.depth)
          break
        case 'told':
          this.#tell(change.market)
          break
        default:
          change satisfies never
      }
  }

  /** Forgets markets that left once no order of ours rests there or may still settle, and no fill is unsettled: their indexes become free. */
  seeOff(): void {
    const leaving = this.#leaving
    for (let i = leaving.length - 1; i >= 0; i--) {
      const slot = leaving[i]!
      if (!this.#isDone(slot)) continue
      leaving.splice(i, 1)
      this.#forget(slot)
    }
  }

  #join(joined: RosterChange & { readonly kind: 'joined' }): void {
    const { depth } = joined
    const { account, slots, waking, slotOf } = this.#parts
    const { id, index } = depth.market
    const past = this.#takeLeaving(id)
    if (past !== null) this.#drop(past)
    if (past !== null && past.index !== index) account.news.left(past.index)
    account.ledger.join(depth.market)
    const slot = slotOf(joined, past)
    slots.add(slot)
    account.scopes.join(slot)
    account.budget.serve(slots.all.length * 2)
    account.news.joined(depth.market)
    redefine(account, slot)
    waking.wake(slot)
  }

  #leave(depth: Depth): void {
    const { account, slots, waking } = this.#parts
    const slot = slots.at[depth.market.index]
    if (slot === undefined || slot.depth !== depth)
      throw new RangeError(`market ${depth.market.id} left, which this desk does not have`)
    if (depth.market !== slot.market) redefine(account, slot)
    slot.quoting.leave(account.clock.now)
    slot.attention.readOrders()
    slot.attention.ordersChanged()
    this.#leaving.push(slot)
    waking.wake(slot)
  }

  /** A result pays what is held, even if the market has left. */
  #tell(market: Depth['market']): void {
    const { account } = this.#parts
    const { ledger, news, remnants } = account
    const slot = this.#leaving.find(({ id }) => id === market.id)
    if (slot !== undefined) {
      slot.depth.define(market)
      return redefine(account, slot)
    }
    const { id, result } = market
    if (result === null || !ledger.state.positions.has(id) || !ledger.portfolio.pay(id, result.yes)) return
    remnants.booked(id)
    news.paid({ market: id, yes: result.yes })
  }

  #isDone(slot: Slot): boolean {
    const { ledger, clock, settings } = this.#parts.account
    const { attention, orders, ghosts, inventory } = slot
    // It will be looked at later in this turn.
    if (attention.isWoken) return false
    if (attention.isStale) deriveSlot(slot, ledger, clock, settings)
    if (orders.length > 0 || inventory.pending.length > 0) return false
    ghosts.recount(clock, slot.market, inventory)
    return ghosts.count === 0
  }

  #forget(slot: Slot): void {
    const { ledger, remnants, news } = this.#parts.account
    const { id, index, mark, inventory, depth } = slot
    this.#drop(slot)
    remnants.keep({ market: depth.market, mark, inventory })
    ledger.leave(id)
    news.left(index)
    news.forgotten(id)
  }

  /** Removes a market from the desk's list. */
  #drop(slot: Slot): void {
    const { account, slots } = this.#parts
    const { ledger, budget, clock } = account
    this.#past = sumQuoting([this.#past, quotingOf(slot, clock.now)])
    slots.remove(slot)
    leavePeers(slot)
    account.scopes.leave(slot)
    ledger.promised.forget()
    budget.serve(slots.all.length * 2)
  }

  #takeLeaving(id: MarketId): Slot | null {
    const place = this.#leaving.findIndex(slot => slot.id === id)
    return place < 0 ? null : this.#leaving.splice(place, 1)[0]!
  }
}
