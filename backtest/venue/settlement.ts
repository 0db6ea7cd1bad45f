import { noteFailed, noteSettled } from '../../src/exchange/core/order-fees.js'
import type { Outcome } from '../../src/model/money.js'
import { Payout } from '../../src/model/payout.js'
import type { AccountVenue } from './account-venue.js'
import { weiOfMillionths } from './amounts.js'
import { end, forgetIfDone } from './orders.js'
import { requeue } from './requeue.js'
import type { VenueMarket } from './venue-market.js'
import type { VenueLeg, VenueMatch } from './venue-match.js'
import type { VenueOrder } from './venue-order.js'

/** Ends a match as a whole: all its legs move cash and shares, or none does. */
export function settle(venue: AccountVenue, match: VenueMatch): void {
  const market = venue.markets[match.market]!
  venue.matches.takeOut(match)
  venue.touch(market)
  venue.hasNews = true
  const isGood = !hasFault(match)
  if ((venue.terms.settles?.(match.id) ?? true) && isGood) succeed(venue, market, match)
  else fail(venue, market, match, isGood)
  venue.matches.release(match)
}

/** An order voided by a failed match makes its other matches fail. */
const isAtFault = ({ order }: VenueLeg): boolean => order.status === 'INVALIDATED'

function hasFault({ legs, count }: VenueMatch): boolean {
  for (let place = 0; place < count; place++) if (isAtFault(legs[place]!)) return true
  return false
}

function succeed(venue: AccountVenue, market: VenueMarket, match: VenueMatch): void {
  const { legs, count } = match
  for (let place = 0; place < count; place++) move(venue, market, legs[place]!)
  venue.listener.settled(match)
  for (let place = 0; place < count; place++) complete(venue, legs[place]!)
  if (market.result === null) return
  // Shares that arrive after the result are paid as they arrive.
  for (let place = 0; place < count; place++) {
    const leg = legs[place]!
    if (leg.isBuy) payShares(venue, market, leg.outcome, weiOfMillionths(leg.size) - leg.sharesFee)
  }
}

function move({ ledger }: AccountVenue, { index }: VenueMarket, leg: VenueLeg): void {
  const { outcome, size, value, fee } = leg
  if (leg.isBuy) {
    ledger.addCash(-value)
    ledger.reserveCash(-value)
    ledger.addShares(index, outcome, size)
    if (fee.amount !== 0n) payFee(ledger, index, leg)
  } else {
    ledger.addShares(index, outcome, -size)
    ledger.reserveShares(index, outcome, -size)
    ledger.addCash(value)
    if (fee.amount !== 0n) ledger.addCashWei(-fee.amount)
  }
}

/** The fee of a buy. */
function payFee(ledger: AccountVenue['ledger'], index: number, { outcome, fee }: VenueLeg): void {
  if (fee.in === 'shares') return ledger.addSharesWei(index, outcome, -fee.amount)
  ledger.addCashWei(-fee.amount)
  ledger.reserveCashWei(-fee.amount)
}

function complete(venue: AccountVenue, { order, fee }: VenueLeg): void {
  order.unsettled--
  if (fee.rounded !== undefined) noteSettled(order, { fee })
  if (order.status === 'OPEN' && !order.isResting && order.unsettled === 0) end(venue, order, 'FILLED', 'filled')
  else forgetIfDone(venue, order)
}

/** `isGood`: every order of the match is valid, and yet its transaction fails. Which order caused it is unknown, so all of them end. */
function fail(venue: AccountVenue, market: VenueMarket, match: VenueMatch, isGood: boolean): void {
  const legs = match.legs.slice(0, match.count)
  const atFault = isGood ? legs : legs.filter(isAtFault)
  venue.listener.failed(match)
  for (const leg of legs) undo(venue, market, leg)
  for (const { order } of atFault) invalidate(venue, order)
  for (const leg of legs) if (!atFault.includes(leg)) giveBack(venue, market, leg)
  if (market.result === null) return
  // Shares of a failed sell were held back at the resolution.
  for (const leg of legs) if (!leg.isBuy) payShares(venue, market, leg.outcome, weiOfMillionths(leg.size))
}

function undo({ ledger }: AccountVenue, { index }: VenueMarket, leg: VenueLeg): void {
  const { order, outcome, size, value, fee } = leg
  if (leg.isBuy) {
    ledger.reserveCash(-value)
    ledger.reserveCashWei(-leg.cashFee)
  } else ledger.reserveShares(index, outcome, -size)
  order.unsettled--
  noteFailed(order, { fee })
}

function invalidate(venue: AccountVenue, order: VenueOrder): void {
  if (order.status === 'OPEN') end(venue, order, 'INVALIDATED', 'settlement-failed')
  else forgetIfDone(venue, order)
}

function giveBack(venue: AccountVenue, market: VenueMarket, { order, size }: VenueLeg): void {
  if (order.status === 'OPEN') requeue(venue, market, order, size)
  else forgetIfDone(venue, order)
}

/** Turns shares of a resolved market, in wei, into cash, rounded down once. */
export function payShares(venue: AccountVenue, market: VenueMarket, outcome: Outcome, shares: bigint): void {
  if (shares === 0n || market.result === null) return
  const value = Payout.of(market.result, outcome, shares)
  venue.ledger.addSharesWei(market.index, outcome, -shares)
  venue.ledger.addCashWei(value)
  venue.hasNews = true
  venue.listener.paid(market.index, outcome, shares, value)
}
