import { type Outcome, Wei } from '../../model/money.js'
import { Payout } from '../../model/payout.js'
import { Timestamp } from '../../model/time.js'
import { ADAPTER, addCash, addShares, forgetEmpty, freeShares, holdingOf, isKeyless } from './accounts.js'
import type { CoreAnswer, MarketStatus } from './command.js'
import { DueKind } from './due-queue.js'
import { groupRefusal, othersOf } from './groups.js'
import { NO_BOOK } from './matching.js'
import { setTrading } from './set-trading.js'
import { type AccountState, emit, type MarketState, type World } from './world.js'

const DONE: CoreAnswer = { kind: 'done' }

/** Sets a market's status, with the result that goes with it. */
export function setStatus(world: World, market: MarketState, status: MarketStatus): void {
  if (market.status === status) return
  market.status = status
  const yes = market.result ?? market.proposed
  emit(world, { at: world.now, kind: 'status', market: market.spec.id, status, yes })
}

/** Closes a market at its end, and proposes its result where that is known. */
export function closeMarket(world: World, market: MarketState): void {
  setTrading(world, market, 'CLOSED')
  proposeKnown(world, market)
}

/** Proposes the known result of a market that has ended. A paused market waits, and one with a proposal keeps it. */
export function proposeKnown(world: World, market: MarketState): void {
  const { resolvesTo } = market.spec
  if (resolvesTo !== null && (market.status === 'REGISTERED' || market.status === 'UNPAUSED'))
    propose(world, market, resolvesTo)
}

/** Proposes a result, which becomes final unless it is disputed in time. */
export function propose(world: World, market: MarketState, yes: Payout): CoreAnswer {
  const { id } = market.spec
  if (market.result !== null) return decided(id)
  if (market.status === 'PRICE_PROPOSED')
    return { kind: 'refused', reason: 'status', note: `market ${id} has a proposal: dispute it first` }
  const refusal = groupRefusal(world, market.spec, yes)
  if (refusal !== null) return refusal
  const { resolveAfterUs } = world.options
  market.proposed = yes
  market.resolvesAt = resolveAfterUs === null ? null : Timestamp.of(world.now + resolveAfterUs)
  setStatus(world, market, 'PRICE_PROPOSED')
  if (market.resolvesAt !== null) world.due.push({ at: market.resolvesAt, kind: DueKind.RESOLVE, id })
  return DONE
}

/** Stops a proposal. */
export function dispute(world: World, market: MarketState): CoreAnswer {
  if (market.status !== 'PRICE_PROPOSED')
    return { kind: 'refused', reason: 'status', note: `market ${market.spec.id} is ${market.status}, nothing is proposed` }
  market.resolvesAt = null
  setStatus(world, market, 'PRICE_DISPUTED')
  return DONE
}

/** Resolves a market when the time of its proposal is over. A proposal that the group no longer allows counts as disputed. */
export function resolveProposed(world: World, market: MarketState): void {
  if (market.proposed !== null && resolve(world, market, market.proposed).kind === 'refused') dispute(world, market)
}

/** Fixes the result and pays the holders whom it pays at once. If it is the Yes of a group, the other markets become No at once. */
export function resolve(world: World, market: MarketState, yes: Payout): CoreAnswer {
  if (market.result !== null) return decided(market.spec.id)
  const refusal = groupRefusal(world, market.spec, yes)
  if (refusal !== null) return refusal
  decide(world, market, yes, 'RESOLVED')
  if (yes === 1)
    for (const other of othersOf(world, market.spec)) if (other.result === null) decide(world, other, 0, 'RESOLVED')
  return DONE
}

/** Ends a market for good. Where results pay at once, shares in unsettled matches are paid when these settle. */
export function decide(world: World, market: MarketState, yes: Payout, status: 'RESOLVED' | 'REMOVED'): void {
  setTrading(world, market, 'CLOSED')
  // The ladders are most of a market's memory, and are not needed again.
  if (market.book.count === 0) market.book = NO_BOOK
  market.result = yes
  market.proposed = yes
  market.resolvedAt = world.now
  market.resolvesAt = null
  market.pausedFrom = null
  setStatus(world, market, status)
  for (const account of world.accounts.values()) {
    const holding = account.holdings.get(market.spec.id)
    if (holding === undefined || !isPaidAtOnce(world, account)) continue
    for (const outcome of ['yes', 'no'] as const)
      payShares(world, market, { account, outcome, shares: freeShares(holding, outcome) })
    forgetEmpty(account, market.spec.id)
  }
}

/** Whether an account's shares of a decided market are paid without its asking. */
export const isPaidAtOnce = ({ options }: World, { id }: AccountState): boolean => options.paysAtResult || isKeyless(id)

/** Turns shares of a resolved market into collateral, floored once; the dust stays locked. */
export function payShares(
  world: World,
  market: MarketState,
  what: { account: AccountState; outcome: Outcome; shares: bigint },
): void {
  const { account, outcome, shares } = what
  if (shares === 0n || market.result === null) return
  const value = Wei.of(Payout.of(market.result, outcome, shares))
  addShares(holdingOf(account, market.spec.id), outcome, -shares)
  // What conversions owed is paid: its dollars leave the supply again.
  if (account.id === ADAPTER) world.supply = Wei.sub(world.supply, value)
  else addCash(account, value)
  market.locked = Wei.sub(market.locked, value)
  emit(world, {
    at: world.now,
    kind: 'paid',
    account: account.id,
    market: market.spec.id,
    outcome,
    shares: Wei.of(shares),
    value,
  })
}

const decided = (id: number): CoreAnswer => ({
  kind: 'refused',
  reason: 'not-trading',
  note: `market ${id} is resolved already`,
})
