import type { TradingStatus } from '../../src/exchange/core/command.js'
import { type DefinitionCommand, TRADING } from '../../src/exchange/crowd/market-change.js'
import type { Market } from '../../src/model/market.js'
import type { Payout } from '../../src/model/payout.js'
import type { AccountVenue } from './account-venue.js'
import { end } from './orders.js'
import { reopenBook, restingFrom } from './reopen-book.js'
import { runDue } from './run-due.js'
import { payShares } from './settlement.js'
import type { VenueMarket } from './venue-market.js'

/** Applies a market command, after what was due before it. */
export function define(venue: AccountVenue, command: DefinitionCommand): void {
  runDue(venue, command.at)
  const market = venue.markets[command.market - 1]!
  if (command.kind === 'tick') market.tick = command.tick
  else if (command.kind === 'resolve') resolve(venue, market, command.yes)
  else if (market.result === null || command.status === 'CLOSED') setTrading(venue, market, command.status)
  runDue(venue, venue.now)
}

/** Sets whether a market trades; OPEN matches what crossed in the meantime, CLOSED removes every order from its book. */
function setTrading(venue: AccountVenue, market: VenueMarket, trading: TradingStatus): void {
  if (market.trading !== trading) {
    market.trading = trading
    venue.touch(market)
    venue.hasNews = true
    if (trading === 'OPEN') reopenBook(venue, market)
  }
  if (trading !== 'CLOSED') return
  const standing = [...restingFrom(market, 0, 1), ...restingFrom(market, 1, 1), ...market.waiting]
  for (const order of standing) end(venue, order, 'CANCELLED', 'market-closed')
}

/** Ends a market permanently and pays; shares owed by a match stay until it is settled. */
function resolve(venue: AccountVenue, market: VenueMarket, yes: Payout): void {
  if (market.result !== null) return
  setTrading(venue, market, 'CLOSED')
  market.result = yes
  venue.hasNews = true
  for (const outcome of ['yes', 'no'] as const)
    payShares(venue, market, outcome, venue.ledger.freeShares(market.index, outcome))
}

/** A market as the recording begins. */
export function openMarket(venue: AccountVenue, { index, trading, result }: Market): void {
  const market = venue.markets[index]!
  market.trading = result === null ? TRADING[trading] : 'CLOSED'
  market.result = result === null ? null : result.yes
}
