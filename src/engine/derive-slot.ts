import { cut } from '../model/cut.js'
import { feesOf, roundsUp } from '../model/fees.js'
import { Price, Size } from '../model/money.js'
import type { Timestamp } from '../model/time.js'
import { askAgainAt } from './blotter.js'
import { deriveFills } from './derive-fills.js'
import type { DeskSettings } from './desk-options.js'
import { awaitsProof, expiryOf, isOver, isTake, Proof, type StatusClock, statusOf } from './desk-state.js'
import { roundingBound } from './fee-bound.js'
import type { Ledger } from './ledger.js'
import type { Order } from './order.js'
import { lossOf } from './risk.js'
import { lookAgain, type SideState, type Slot, sideOf, wakeSlot } from './slot.js'
import { stopsAt } from './stop-before-end.js'

/** Reads a market's orders, and its fills where they changed, anew. */
export function deriveSlot(slot: Slot, ledger: Ledger, clock: Readonly<StatusClock>, settings: DeskSettings): void {
  if (slot.isFilled) deriveFills(slot, ledger)
  slot.isFilled = false
  slot.isStale = false
  reset(slot, clock.now, settings)
  slot.stopsAt = stopsAt(slot.market, settings.limits)
  wakeSlot(slot, slot.stopsAt - clock.wallOffset, clock.now)
  const { orders } = slot
  let kept = 0
  for (const order of orders)
    if (count(slot, order, clock, settings)) orders[kept++] = order
    else order.isListed = false
  cut(orders, kept)
  countUnsettledRoundings(slot)
  castShadows(slot, clock.now)
  deriveSellable(slot)
}

/** Adds an order that was opened since the slot was derived. */
export function addOrder(slot: Slot, order: Order, clock: Readonly<StatusClock>, settings: DeskSettings): void {
  lookAgain(slot)
  count(slot, order, clock, settings)
  deriveSellable(slot)
}

function reset(slot: Slot, now: Timestamp, settings: DeskSettings): void {
  const { locked, selling } = slot
  slot.wakeAt = Number.POSITIVE_INFINITY
  slot.promised.reserved -= slot.reserved
  slot.reserved = 0
  slot.rounding = 0
  slot.takes = 0
  slot.awaitsProof = false
  locked.yes = locked.no = selling.yes = selling.no = 0
  slot.net.clearOwn()
  resetSide(slot, slot.bid, now, settings)
  resetSide(slot, slot.ask, now, settings)
}

/** Empties a side, and sets what requote goes by: the tick, the age of renewal, which is a time to wake, and the position limit's room. */
function resetSide({ market, position }: Slot, side: SideState, now: Timestamp, { requote, limits }: DeskSettings): void {
  const { rule } = side
  const max = Math.floor((limits.positionMaxShares ?? Number.POSITIVE_INFINITY) * 1_000_000)
  rule.tick = market.tick
  rule.ticks = market.ticks
  rule.priceSlack = requote.priceHysteresisTicks * rule.tick
  rule.sizeSlackPercent = requote.sizeHysteresisPercent
  rule.renewBefore = now - requote.orderLifeSeconds * 500_000
  rule.room = rule.side === 'bid' ? max - position.net : max + position.net
  cut(side.orders, 0)
  side.price = side.size = side.count = side.oldest = side.open = side.loss = side.leaving = 0
  side.isBlocked = side.isSettled = false
}

/** Counts an order as what it is now; false: it is over, or a ghost, and need not be listed any more. */
function count(slot: Slot, order: Order, clock: Readonly<StatusClock>, settings: DeskSettings): boolean {
  const status = statusOf(order, clock)
  // A ghost of which there was a word, or that is none any more.
  if (order.isGhost) slot.mustRecountGhosts = true
  else if (status === 'ghost') addGhost(slot, order)
  if (isOver(status)) return false
  const side = sideOf(slot, order.bookSide)
  side.open += order.left
  const loss = lossOf(order, order.left, slot.market)
  const rounding = roundingBound(order, slot.market)
  side.loss += loss
  slot.rounding += rounding
  if (order.side === 'sell') addTo(slot.selling, order)
  else {
    slot.reserved += loss + rounding
    slot.promised.reserved += loss + rounding
  }
  if (status === 'unknown' || order.shown > order.filled) side.isBlocked = true
  wakeSlot(slot, expiryOf(order, clock) + clock.grace, clock.now)
  slot.awaitsProof ||= awaitsProof(order, clock)
  if (isTake(order)) {
    slot.takes++
    return true
  }
  if (settings.ownInBook && order.proof !== Proof.NONE) slot.net.addOwn(order.bookSide, order.yesPrice, order.left)
  if (order.askedAt === null) {
    stand(side, order)
    wakeSlot(slot, order.placedAt + settings.requote.orderLifeSeconds * 500_000, clock.now)
  } else {
    side.leaving++
    if (order.side === 'sell') addTo(slot.locked, order)
    wakeSlot(slot, askAgainAt(order), clock.now)
  }
  return true
}

const addTo = (sizes: { yes: number; no: number }, { outcome, left }: Order): void => {
  if (outcome === 'yes') sizes.yes += left
  else sizes.no += left
}

function stand(side: SideState, order: Order): void {
  side.oldest = side.count === 0 ? order.placedAt : Math.min(side.oldest, order.placedAt)
  side.price = side.count === 0 || side.price === order.yesPrice ? order.yesPrice : 0
  side.size += order.left
  side.count++
  side.orders.push(order)
}

function addGhost(slot: Slot, order: Order): void {
  const last = slot.ghosts.at(-1)
  if (last !== undefined && (last.endedAt ?? 0) > (order.endedAt ?? 0)) slot.mustRecountGhosts = true
  order.isGhost = true
  order.ghostLoss = lossOf(order, order.left, slot.market)
  slot.ghosts.push(order)
  sideOf(slot, order.bookSide).ghostLoss += order.ghostLoss
}

/**
 * Brings up to date what removed orders may still cost. Only an order that is to be opened asks for it, so nothing need wake when their grace
 * ends. They stand in the order of their ends, so the sums are kept and only the first is looked at, but for what a word may have changed.
 */
export function countGhosts(slot: Slot, clock: Readonly<StatusClock>): void {
  const { ghosts } = slot
  if (slot.mustRecountGhosts || roundsUp(feesOf(slot.market))) return recountGhosts(slot, clock)
  for (let first = ghosts[0]; first !== undefined && statusOf(first, clock) !== 'ghost'; first = ghosts[0]) {
    first.isGhost = false
    sideOf(slot, first.bookSide).ghostLoss -= first.ghostLoss
    ghosts.shift()
  }
}

function recountGhosts(slot: Slot, clock: Readonly<StatusClock>): void {
  const { ghosts } = slot
  let kept = 0
  let endedAt = 0
  slot.bid.ghostLoss = slot.ask.ghostLoss = slot.ghostRounding = 0
  slot.mustRecountGhosts = false
  for (const order of ghosts) {
    order.isGhost = statusOf(order, clock) === 'ghost'
    if (!order.isGhost) continue
    ghosts[kept++] = order
    order.ghostLoss = lossOf(order, order.left, slot.market)
    sideOf(slot, order.bookSide).ghostLoss += order.ghostLoss
    slot.ghostRounding += ghostRoundingOf(slot, order)
    if (order.isUnnamed || (order.endedAt ?? 0) < endedAt) slot.mustRecountGhosts = true
    endedAt = order.endedAt ?? 0
  }
  cut(ghosts, kept)
}

/** An order that is over may come back where a fill of it fails, and what rounding may add to its fees with it. */
function countUnsettledRoundings(slot: Slot): void {
  if (slot.pending.length === 0 || !roundsUp(feesOf(slot.market))) return
  for (const order of new Set(slot.pending.map(unsettled => unsettled.order)))
    if (order !== null && !slot.orders.includes(order)) slot.rounding += roundingBound(order, slot.market)
}

/** What rounding may add to the fees of a ghost; one with an unsettled fill is counted with that. */
function ghostRoundingOf({ market, pending }: Slot, order: Order): number {
  const bound = roundingBound(order, market)
  return bound > 0 && pending.some(unsettled => unsettled.order === order) ? 0 : bound
}

function castShadows(slot: Slot, now: Timestamp): void {
  if (slot.shadows.length === 0) return
  const { bids, asks } = slot.depth
  slot.shadows = slot.shadows.filter(({ order, batch, until }) => {
    const isBid = order.bookSide === 'bid'
    const rowBatch = isBid ? bids.batchAt(order.yesPrice) : asks.batchAt(Price.ONE - order.yesPrice)
    return now < until && rowBatch <= batch
  })
  for (const { order, until } of slot.shadows) {
    slot.net.addOwn(order.bookSide, order.yesPrice, order.left)
    wakeSlot(slot, until, now)
  }
}

function deriveSellable({ position, settled, selling }: Slot): void {
  position.sellable.yes = Size.less(settled.yes, Size.of(selling.yes))
  position.sellable.no = Size.less(settled.no, Size.of(selling.no))
}
