import { cut } from '../model/cut.js'
import { feesOf, roundsUp } from '../model/fees.js'
import type { DeskClock } from './desk-clock.js'
import type { DeskSettings } from './desk-options.js'
import { roundingBound } from './fee-bound.js'
import type { Ledger } from './ledger.js'
import type { Order } from './order.js'
import { lossOf } from './order-loss.js'
import { Proof } from './order-record.js'
import { askAgainAt, awaitsProof, expiryOf, isOver, isTake, statusOf } from './order-status.js'
import { type Slot, sideOf } from './slot.js'
import type { SlotSide } from './slot-side.js'

/** Computes the sums of a market's orders, and of its fills if they changed. */
export function deriveSlot(slot: Slot, ledger: Ledger, clock: Readonly<DeskClock>, settings: DeskSettings): void {
  const { attention, inventory, sums, orders } = slot
  if (attention.isFilled) readFills(slot, ledger)
  attention.sum()
  slot.promised.reserve(-sums.reserved)
  sums.reset()
  slot.net.clearOwn()
  const max = Math.floor((slot.limits.positionMaxShares ?? Number.POSITIVE_INFINITY) * 1_000_000)
  const { now } = clock
  // A stopped side has no room until its stop is over.
  const isStopped = { bid: slot.stop.bid > now, ask: slot.stop.ask > now }
  resetSide(slot, slot.bid, { now, room: isStopped.bid ? 0 : max - inventory.position.net }, settings)
  resetSide(slot, slot.ask, { now, room: isStopped.ask ? 0 : max + inventory.position.net }, settings)
  slot.bid.sums.rule.band(slot.limits, inventory.position.net)
  slot.ask.sums.rule.band(slot.limits, -inventory.position.net)
  if (isStopped.bid) attention.wakeFor(slot.stop.bid, now)
  if (isStopped.ask) attention.wakeFor(slot.stop.ask, now)
  attention.wakeFor(slot.stopsAt - clock.wallOffset, now)
  let kept = 0
  for (let i = 0; i < orders.length; i++) {
    const order = orders[i]!
    if (addToSums(slot, order, clock, settings)) orders[kept++] = order
    else order.listing.close()
  }
  cut(orders, kept)
  countUnsettledRoundings(slot)
  slot.shadows.cast(slot, now)
  inventory.offer(sums)
}

/** Adds an order that was opened since the sums were made. */
export function addOrder(slot: Slot, order: Order, clock: Readonly<DeskClock>, settings: DeskSettings): void {
  slot.lookAgain()
  addToSums(slot, order, clock, settings)
  slot.inventory.offer(slot.sums)
}

function readFills({ inventory, market, promised }: Slot, ledger: Ledger): void {
  const before = inventory.unpaid
  inventory.read(market, ledger)
  promised.owe(inventory.unpaid - before)
}

function resetSide(
  { market }: Slot,
  side: SlotSide,
  when: { readonly now: number; readonly room: number },
  settings: DeskSettings,
): void {
  side.sums.rule.set(market, settings, when)
  side.sums.reset()
  side.lookAgain()
}

/** Adds an order according to its present status. Returns false if the order is over or a ghost, and need not be listed any more. */
function addToSums(slot: Slot, order: Order, clock: Readonly<DeskClock>, settings: DeskSettings): boolean {
  const { terms, listing, left } = order
  const { attention, sums } = slot
  const { now } = clock
  const status = statusOf(order, clock)
  // A listed ghost is only counted again here: a word about it came, or its grace is over.
  if (listing.isGhost) slot.ghosts.changed()
  else if (status === 'ghost') slot.ghosts.add(order, slot.market)
  if (isOver(status)) return false
  const side = sideOf(slot, terms.bookSide)
  const loss = lossOf(terms, left, slot.market)
  const rounding = roundingBound(terms, slot.market)
  side.sums.add(left, loss)
  if (terms.side === 'sell') sums.addSell(order, rounding)
  else {
    sums.addBuy(loss, rounding)
    slot.promised.reserve(loss + rounding)
  }
  if (status === 'unknown' || order.shown > order.filled) side.sums.block()
  attention.wakeFor(expiryOf(terms, clock) + clock.grace, now)
  if (awaitsProof(order, clock)) sums.awaitProof()
  if (isTake(terms)) {
    sums.addTake()
    return true
  }
  if (settings.ownInBook && order.proof !== Proof.NONE) slot.net.addOwn(terms.bookSide, terms.yesPrice, left)
  if (order.isAsked) {
    side.sums.addLeaving()
    sums.lock(order)
    attention.wakeFor(askAgainAt(order), now)
  } else {
    side.sums.addStanding(order)
    attention.wakeFor(terms.placedAt + settings.requote.orderLifeSeconds * 500_000, now)
  }
  return true
}

/** An order that is over may become open again if one of its fills fails; then rounding may add to its fees. */
function countUnsettledRoundings({ inventory: { pending }, market, orders, sums }: Slot): void {
  if (pending.length === 0 || !roundsUp(feesOf(market))) return
  for (const order of new Set(pending.map(unsettled => unsettled.order)))
    if (order !== null && !orders.includes(order)) sums.addRounding(roundingBound(order.terms, market))
}
