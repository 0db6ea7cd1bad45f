import { type Outcome, Wei } from '../../model/money.js'
import { Timestamp } from '../../model/time.js'
import { type AccountState, addCash, addShares, freeShares, holdingOf } from './accounts.js'
import type { CoreAnswer, MarketStatus, TradingStatus } from './command.js'
import { DueKind } from './due-queue.js'
import type { Lane } from './matching.js'
import { end } from './orders.js'
import { emit, type MarketState, touch, type Working, type World } from './world.js'

/** Sets whether a market trades; CLOSED takes every order off its book. */
export function setTrading(world: World, market: MarketState, trading: TradingStatus): void {
  if (market.trading !== trading) {
    market.trading = trading
    touch(world, market)
    emit(world, { at: world.now, kind: 'trading', market: market.spec.id, status: trading })
  }
  if (trading !== 'CLOSED') return
  for (const working of standing(market)) end(world, working, 'CANCELLED', 'market-closed')
}

export function setStatus(world: World, market: MarketState, status: MarketStatus): void {
  if (market.status === status) return
  market.status = status
  emit(world, { at: world.now, kind: 'status', market: market.spec.id, status })
}

/** A market comes to its end: it closes, and where its result is known, that is proposed. */
export function closeMarket(world: World, market: MarketState): void {
  if (market.result !== null) return
  setTrading(world, market, 'CLOSED')
  if (market.spec.resolvesTo === null) return
  setStatus(world, market, 'PRICE_PROPOSED')
  world.due.push({ at: Timestamp.of(world.now + world.options.resolveAfterUs), kind: DueKind.RESOLVE, id: market.spec.id })
}

/** Fixes the result and pays every holder; shares that a match still owes stay until it is settled. */
export function resolve(world: World, market: MarketState, yes: 0 | 0.5 | 1): CoreAnswer {
  if (market.result !== null)
    return { kind: 'refused', reason: 'not-trading', note: `market ${market.spec.id} is resolved already` }
  setTrading(world, market, 'CLOSED')
  market.result = yes
  market.resolvedAt = world.now
  setStatus(world, market, 'RESOLVED')
  for (const account of world.accounts.values()) {
    const holding = account.holdings.get(market.spec.id)
    if (holding === undefined) continue
    for (const outcome of ['yes', 'no'] as const)
      payShares(world, market, { account, outcome, shares: freeShares(holding, outcome) })
  }
  return { kind: 'done' }
}

/** Turns shares of a resolved market into collateral, floored once; the dust stays locked. */
export function payShares(
  world: World,
  market: MarketState,
  what: { account: AccountState; outcome: Outcome; shares: bigint },
): void {
  const { account, outcome, shares } = what
  if (shares === 0n || market.result === null) return
  const halves = BigInt((outcome === 'yes' ? market.result : 1 - market.result) * 2)
  const value = Wei.of((shares * halves) / 2n)
  addShares(holdingOf(account, market.spec.id), outcome, -shares)
  addCash(account, value)
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

/** Every order that may still match, best first, those that wait last. */
function standing(market: MarketState): Working[] {
  const found: Working[] = []
  for (const lane of [0, 1] as const satisfies readonly Lane[])
    for (let price = market.book.best(lane); price > 0; price = market.book.below(lane, price))
      for (let handle = market.book.first(lane, price); handle !== 0; handle = market.book.after(handle))
        found.push(market.resting[handle]!)
  return [...found, ...market.waiting]
}
