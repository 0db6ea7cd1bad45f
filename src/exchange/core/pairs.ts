import { Wei } from '../../model/money.js'
import { accountOf, addCash, addShares, freeShares, holdingOf } from './accounts.js'
import type { CoreAnswer, CoreCommand } from './command.js'
import type { World } from './world.js'

/** Makes pairs of YES and NO out of collateral, or collateral out of pairs; only what no order holds. */
export function exchangePairs(world: World, command: Extract<CoreCommand, { readonly kind: 'split' | 'merge' }>): CoreAnswer {
  const { kind, shares } = command
  const market = world.markets.get(command.market)
  if (market === undefined) return { kind: 'refused', reason: 'unknown-market', note: `market ${command.market}` }
  if (market.result !== null)
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
