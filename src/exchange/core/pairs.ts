import { Wei } from '../../model/money.js'
import { accountOf, addCash, addShares, forgetEmpty, freeShares, holdingOf } from './accounts.js'
import type { CoreAnswer, CoreCommand } from './command.js'
import { payShares } from './resolution.js'
import type { World } from './world.js'

/**
 * Makes pairs of YES and NO out of collateral, or collateral out of pairs. Uses only what no order holds. As on the chain, a pair of a decided market
 * is still worth its dollar, unless its result has paid every holder.
 */
export function exchangePairs(world: World, command: Extract<CoreCommand, { readonly kind: 'split' | 'merge' }>): CoreAnswer {
  const { kind, shares } = command
  const market = world.markets.get(command.market)
  if (market === undefined) return { kind: 'refused', reason: 'unknown-market', note: `market ${command.market}` }
  if (market.result !== null && world.options.paysAtResult)
    return { kind: 'refused', reason: 'status', note: `market ${command.market} is ${market.status}: its shares are paid` }
  if (shares <= 0n) return { kind: 'refused', reason: 'zero' }
  const known = world.accounts.get(command.account)
  const held = known?.holdings.get(command.market)
  if (kind === 'split' && (known === undefined || known.cash - known.reservedCash < shares))
    return { kind: 'refused', reason: 'cash-balance' }
  if (kind === 'merge' && (freeShares(held, 'yes') < shares || freeShares(held, 'no') < shares))
    return { kind: 'refused', reason: 'shares-balance' }
  const account = accountOf(world, command.account)
  const pairs = kind === 'split' ? shares : Wei.negate(shares)
  addCash(account, Wei.negate(pairs))
  for (const outcome of ['yes', 'no'] as const) addShares(holdingOf(account, command.market), outcome, pairs)
  market.locked = Wei.add(market.locked, pairs)
  return { kind: 'done' }
}

/** Turns free shares of a decided market into collateral, each outcome by its payout. */
export function redeem(world: World, command: CoreCommand & { readonly kind: 'redeem' }): CoreAnswer {
  const market = world.markets.get(command.market)
  if (market === undefined) return { kind: 'refused', reason: 'unknown-market', note: `market ${command.market}` }
  if (market.result === null)
    return { kind: 'refused', reason: 'status', note: `market ${command.market} is ${market.status}: it has no result` }
  if (command.yes < 0n || command.no < 0n)
    return { kind: 'refused', reason: 'out-of-range', note: 'amounts of shares to redeem are 0 or more' }
  if (command.yes === 0n && command.no === 0n) return { kind: 'refused', reason: 'zero' }
  const account = world.accounts.get(command.account)
  const held = account?.holdings.get(command.market)
  if (account === undefined || freeShares(held, 'yes') < command.yes || freeShares(held, 'no') < command.no)
    return { kind: 'refused', reason: 'shares-balance' }
  for (const outcome of ['yes', 'no'] as const) payShares(world, market, { account, outcome, shares: command[outcome] })
  forgetEmpty(account, command.market)
  return { kind: 'done' }
}
