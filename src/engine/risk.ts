import { grid } from '../model/grid.js'
import type { Approved, Place, Refusal } from '../model/intent.js'
import { inYesTerms, isYesBid, Price, Size } from '../model/money.js'
import { takesOrders } from '../model/venue-mode.js'
import { feeBound, roundingBound } from './fee-bound.js'
import type { Order } from './order.js'
import { cashOf, lossOf } from './order-loss.js'
import { type Broken, refusalOf } from './refusal-of.js'
import type { Stance } from './stance.js'
import { stopSeconds, stopsAt } from './stop-before-end.js'
import { brokenSum } from './sum-rules.js'
import { brokenTaking } from './taking-rules.js'
import { UNITS } from './units.js'

const MILLIONTHS = 1_000_000

/** Approves an order, with a smaller size where cash is short, or names the first rule that refuses it. */
export function review(place: Place, stance: Stance): Approved<Place> | Refusal {
  const cash = place.side === 'buy' ? affordable(place, stance) : place.size
  const size = cash >= place.size ? place.size : grid.floorSize(Size.of(Math.max(0, cash)), stance.market)
  const fitting: Place = size === place.size ? place : smaller(place, size)
  // Only cash makes an order smaller, so an order too small after that was refused by cash.
  if (size < place.size && !isWorthwhile(fitting, stance)) {
    const needed = cashOf(place, place.size, stance.market)
    return { intent: place, rule: 'cash', limit: stance.freeCash / UNITS, found: needed / UNITS }
  }
  const broken = firstBroken(fitting, stance)
  if (broken === null) return fitting as Approved<Place>
  // Only the worst case counts ghosts, so only its refusal names them.
  const isByGhosts = stance.ghosts > 0 && broken.rule === 'worstCaseLossMaxUsdt'
  return refusalOf(fitting, broken, isByGhosts ? `${stance.ghosts} removed orders may still settle` : broken.note)
}

const smaller = ({ kind, market, outcome, side, price, style, expiresAt }: Place, size: Size): Place => ({
  kind,
  market,
  outcome,
  side,
  price,
  size,
  style,
  expiresAt,
})

/** Passes the approval of a place on to the order that was opened for it: both have the same terms. */
export const openedWith = (_: Approved<Place>, order: Order): Approved<Order> => order as Approved<Order>

/** The place that was approved for an order, from its terms. */
export function placeOf({ terms }: Approved<Order>): Approved<Place> {
  const { market, outcome, side, price, size, style, expiresAt } = terms
  const place: Place = { kind: 'place', market, outcome, side, price, size, style, expiresAt }
  return place as Approved<Place>
}

/** The size that free cash pays, in millionths. */
function affordable(place: Place, { freeCash, market }: Stance): number {
  const { price, size } = place
  if (cashOf(place, size, market) <= freeCash) return size
  const fee = feeBound(place, size, market)
  const rounding = roundingBound(place, market)
  if (fee + rounding === 0) return Math.floor(freeCash / price)
  // A fee grows with the size; what is rounded of both is two units at most.
  return Math.floor((freeCash - rounding - 2) / (price * (1 + fee / (price * size))))
}

const above = (rule: string, limit: number, found: number): Broken | null => (found > limit ? { rule, limit, found } : null)
const below = (rule: string, limit: number, found: number): Broken | null => (found < limit ? { rule, limit, found } : null)

const yes = (isTrue: boolean): number => (isTrue ? 1 : 0)
const orNone = (limit: number | null): number => limit ?? Number.POSITIVE_INFINITY

const isWorthwhile = (place: Place, { market, limits }: Stance): boolean =>
  grid.accepts(place, market) && place.price * place.size >= limits.orderMinUsdt * UNITS

/** The first rule that refuses, in this order. */
function firstBroken(place: Place, stance: Stance): Broken | null {
  const { market, limits } = stance
  const { size } = place
  const value = place.price * size
  const bought = place.side === 'sell' ? Number.NEGATIVE_INFINITY : cashOf(place, size, market)
  return (
    above('trading', 0, yes(!takesOrders(market) || (market.trading === 'post-only' && place.style !== 'post-only'))) ??
    nearEnd(stance) ??
    above('feed', 0, yes(!stance.isLive)) ??
    above('inputAgeMaxMs', orNone(limits.inputAgeMaxMs), (stance.now - stance.heardAt) / 1_000) ??
    tooOldReference(stance) ??
    above('clockOffsetMaxMs', orNone(limits.clockOffsetMaxMs ?? null), stance.clockOffsetMs) ??
    stopped(place, stance) ??
    brokenTaking(place, stance) ??
    above('orderMaxShares', Size.ORDER_MAX / MILLIONTHS, size / MILLIONTHS) ??
    // The grid has several conditions (price step, size step, least size, least value), so its refusal has no number of its own.
    above('grid', 0, yes(!grid.accepts(place, market))) ??
    below('orderMinUsdt', limits.orderMinUsdt, value / UNITS) ??
    above('priceCollarTicks', orNone(limits.priceCollarTicks), ticksBeyondTouch(place, stance)) ??
    outsideBand(place, stance) ??
    above('sellable', 0, missingToSell(place, stance)) ??
    above('positionMaxShares', orNone(limits.positionMaxShares), positionAfter(place, stance)) ??
    above('positionMaxUsdt', orNone(limits.positionMaxUsdt), (stance.heldCost + stance.reserved + bought) / UNITS) ??
    above('openNotionalMaxUsdt', orNone(limits.openNotionalMaxUsdt), (stance.reservedAll + bought) / UNITS) ??
    above('worstCaseLossMaxUsdt', orNone(limits.worstCaseLossMaxUsdt), worstCaseAfter(place, stance)) ??
    brokenSum(place, stance)
  )
}

/** A reference that is older than its limit; ages are in ms. */
function tooOldReference({ oldest, limits, now }: Stance): Broken | null {
  if (oldest === null) return null
  const broken = above('referenceAgeMaxMs', orNone(limits.referenceAgeMaxMs ?? null), (now - oldest.at) / 1_000)
  if (broken === null) return null
  return { ...broken, note: oldest.at === 0 ? `the reference ${oldest.name} has no value yet` : `the reference ${oldest.name}` }
}

/** Seconds to the end of a market in which nothing may rest any more. */
function nearEnd({ market, limits, wall }: Stance): Broken | null {
  if (market.endsAt === null || wall < stopsAt(market, limits)) return null
  return {
    rule: 'stopBeforeEndSeconds',
    limit: stopSeconds(limits.stopBeforeEndSeconds, market),
    found: (market.endsAt - wall) / 1_000_000,
  }
}

/** Seconds for which the side of an order is stopped yet, because its fills lost. */
function stopped(place: Place, { stop, now }: Stance): Broken | null {
  const left = ((isYesBid(place) ? stop.bid : stop.ask) - now) / 1_000_000
  return left <= 0 ? null : { rule: 'markout', limit: 0, found: left, note: 'seconds until its stop is over' }
}

/** Of a sell, the shares that are not there. */
function missingToSell({ side, outcome, size }: Place, { sellable }: Stance): number {
  if (side === 'buy') return 0
  return Math.max(0, size - (outcome === 'yes' ? sellable.yes : sellable.no)) / MILLIONTHS
}

/** How far an order reaches past the other side's best price, or past its own side's where the other side is empty. */
function ticksBeyondTouch(place: Place, { bid, ask, market }: Stance): number {
  const isBid = isYesBid(place)
  const price = place.outcome === 'yes' ? place.price : Price.complement(place.price)
  const touch = (isBid ? ask : bid) || (isBid ? bid : ask)
  return touch === 0 ? 0 : (isBid ? price - touch : touch - price) / market.tick
}

/** The price in terms of YES, if it is outside of the band; what only brings the position nearer to nothing may have any price. */
function outsideBand(place: Place, stance: Stance): Broken | null {
  const { priceMin, priceMax } = stance.limits
  if ((priceMin ?? null) === null && (priceMax ?? null) === null) return null
  const { price } = inYesTerms(place)
  const found = price / Price.ONE
  const broken = below('priceMin', priceMin ?? 0, found) ?? above('priceMax', priceMax ?? 1, found)
  return broken === null || positionAfter(place, stance) === 0 ? null : broken
}

/** Net shares if everything on the order's side fills; what only brings the position nearer to nothing counts as none. */
function positionAfter(place: Place, { net, bidOpen, askOpen }: Stance): number {
  const after = isYesBid(place) ? net + bidOpen + place.size : -net + askOpen + place.size
  return Math.max(0, after) / MILLIONTHS
}

/** The larger loss of both outcomes with this order; one that does not make it larger counts as none. */
function worstCaseAfter(place: Place, { lossIfYes, lossIfNo, market }: Stance): number {
  const loss = lossOf(place, place.size, market)
  const isBid = isYesBid(place)
  const after = Math.max(lossIfYes + (isBid ? 0 : loss), lossIfNo + (isBid ? loss : 0)) + roundingBound(place, market)
  return after > Math.max(lossIfYes, lossIfNo) ? after / UNITS : 0
}
