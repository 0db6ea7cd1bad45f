import { Wei } from '../../model/money.js'
import { ADAPTER, accountOf, addCash, addShares, FEES, forgetEmpty, freeShares, holdingOf } from './accounts.js'
import type { CoreAnswer, CoreCommand } from './command.js'
import { isPaidAtOnce, payShares } from './resolution.js'
import { type AccountState, emit, type MarketState, type World } from './world.js'

const BPS = 10_000n

/**
 * Turns NO of some markets of a group into YES of its other markets, and into a dollar for each NO but the first. As on the chain, the NO is kept out of
 * circulation for ever: it still locks its dollar, and so does the NO of the pairs of which the YES was made. All these are paid out at the result, for
 * which their dollars are added to the supply now.
 */
export function convert(world: World, command: CoreCommand & { readonly kind: 'convert' }): CoreAnswer {
  const group = [...world.markets.values()].filter(({ spec }) => (spec.group ?? null) === command.group)
  const given = group.filter(({ spec }) => command.markets.includes(spec.id))
  const refusal = refusalOf(world, command, { group, given })
  if (refusal !== null) return refusal
  const others = group.filter(market => !given.includes(market))
  const { shares } = command
  const fee = Wei.of((shares * BigInt(world.options.convertFeeBps)) / BPS)
  const account = accountOf(world, command.account)
  const [fees, adapter] = [accountOf(world, FEES), accountOf(world, ADAPTER)]
  for (const { spec } of given) {
    addShares(holdingOf(account, spec.id), 'no', -shares)
    addShares(holdingOf(adapter, spec.id), 'no', shares)
  }
  for (const market of others) {
    market.locked = Wei.add(market.locked, shares)
    addShares(holdingOf(account, market.spec.id), 'yes', shares - fee)
    if (fee > 0n) addShares(holdingOf(fees, market.spec.id), 'yes', fee)
    addShares(holdingOf(adapter, market.spec.id), 'no', shares)
  }
  const times = BigInt(given.length - 1)
  addCash(account, times * (shares - fee))
  addCash(fees, times * fee)
  world.supply = Wei.of(world.supply + BigInt(group.length - 1) * shares)
  emit(world, {
    ...({ at: world.now, kind: 'converted', account: account.id } as const),
    ...{ given: given.map(idOf), others: others.map(idOf), shares, kept: Wei.sub(shares, fee) },
  })
  for (const market of group) settleAt(world, market, [account, fees, adapter])
  return { kind: 'done' }
}

const idOf = ({ spec }: MarketState): number => spec.id

interface Parts {
  readonly group: readonly MarketState[]
  readonly given: readonly MarketState[]
}

function refusalOf(
  world: World,
  { account, group: name, markets, shares }: CoreCommand & { readonly kind: 'convert' },
  { group, given }: Parts,
): CoreAnswer | null {
  const wrong = (note: string): CoreAnswer => ({ kind: 'refused', reason: 'group', note })
  if (group.length < 2) return wrong(`group ${name} has ${group.length} markets: nothing can be converted`)
  if (given.length === 0 || given.length !== markets.length)
    return wrong(`expected markets of group ${name}, each once, found ${markets.join(', ')}`)
  if (shares <= 0n) return { kind: 'refused', reason: 'zero' }
  const holdings = world.accounts.get(account)?.holdings
  const isHeld = given.every(({ spec }) => freeShares(holdings?.get(spec.id), 'no') >= shares)
  return isHeld ? null : { kind: 'refused', reason: 'shares-balance' }
}

/** Shares that came after the result are paid to those whom it pays at once. */
function settleAt(world: World, market: MarketState, accounts: readonly AccountState[]): void {
  const { id } = market.spec
  for (const account of accounts) {
    const holding = account.holdings.get(id)
    if (market.result !== null && holding !== undefined && isPaidAtOnce(world, account))
      for (const outcome of ['yes', 'no'] as const)
        payShares(world, market, { account, outcome, shares: freeShares(holding, outcome) })
    forgetEmpty(account, id)
  }
}
