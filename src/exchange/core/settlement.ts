import { type Side, WEI_PER_MILLIONTH, Wei } from '../../model/money.js'
import { accountOf, addCash, addShares, FEES, holdingOf, reserveCash, reserveShares } from './accounts.js'
import { isApproved, kindOf } from './approvals.js'
import type { Leg } from './core-event.js'
import { crowdAgainst } from './crowd-order.js'
import { cashFeeOf, noteFailed, noteSettled } from './order-fees.js'
import { end, forgetIfDone } from './orders.js'
import { requeue } from './requeue.js'
import { isPaidAtOnce, payShares } from './resolution.js'
import { emit, type MarketState, type MatchState, touch, type World } from './world.js'

/** Ends a match as a whole: all its legs move cash and shares, or none does. */
export function settle(world: World, id: number): void {
  const market = world.unsettled.get(id)
  const match = market?.pending.get(id)
  if (market === undefined || match === undefined) return
  world.unsettled.delete(id)
  market.pending.delete(id)
  match.endedAt = world.now
  touch(world, market)
  const legs = match.taker === null ? match.makers : [match.taker, ...match.makers]
  const atFault = legs.filter(leg => !isStillGood(world, leg))
  if (isMined(world, id) && atFault.length === 0) succeed(world, { market, match, legs })
  // The transaction may fail although every order is valid. The cause is unknown, so all its orders end.
  else fail(world, { market, match, legs, atFault: atFault.length === 0 ? legs : atFault })
}

/** Whether the transaction succeeds, by the options and by commands. */
function isMined(world: World, id: number): boolean {
  if (world.settling.fails === 0) return world.options.settles(id)
  world.settling.fails--
  return false
}

interface Settlement {
  readonly market: MarketState
  readonly match: MatchState
  readonly legs: readonly Leg[]
}

/** Whether the contract would still accept a leg: same nonce as when the order was made, approval given, order not voided. */
function isStillGood(world: World, leg: Leg): boolean {
  const working = world.working.get(leg.order.id)
  if (working === undefined) return true
  const { owner, order, market, nonce } = working
  if (order.status === 'INVALIDATED' || owner.nonces[kindOf(market.spec)] !== nonce) return false
  return isApproved(owner, market.spec, leg.side)
}

function succeed(world: World, { market, match, legs }: Settlement): void {
  match.state = 'settled'
  for (const maker of match.makers) lockPairs(market, match.taker?.side ?? 'buy', maker)
  // A print names no taker: the crowd is the counterparty of each maker.
  const all = match.taker === null ? [...legs, ...legs.map(crowdAgainst)] : legs
  for (const leg of all) move(world, market, leg)
  emit(world, { at: world.now, kind: 'settled', match })
  for (const leg of legs) complete(world, leg)
  if (market.result !== null) for (const leg of all) payLate(world, market, leg)
}

/** Two buys mint pairs, two sells merge them; a buy and a sell of one outcome transfer shares. */
function lockPairs(market: MarketState, taker: Side, maker: Leg): void {
  if (taker !== maker.side) return
  market.locked = Wei.of(taker === 'buy' ? market.locked + maker.shares : market.locked - maker.shares)
}

function move(world: World, market: MarketState, leg: Leg): void {
  const account = accountOf(world, leg.order.spec.account)
  const holding = holdingOf(account, market.spec.id)
  if (leg.side === 'buy') {
    if (leg.order.id === 0) world.supply = Wei.add(world.supply, leg.value)
    else {
      const paid = Wei.of(leg.value + cashFeeOf(leg))
      addCash(account, Wei.negate(paid))
      reserveCash(account, Wei.negate(paid))
    }
    addShares(holding, leg.outcome, sharesKept(leg))
    collect(world, market, leg)
  } else {
    addShares(holding, leg.outcome, Wei.negate(leg.shares))
    reserveShares(holding, leg.outcome, Wei.negate(leg.shares))
    addCash(account, leg.value - leg.fee.amount)
    collect(world, market, leg)
  }
}

/** The shares that are left of a leg after its fee. */
const sharesKept = ({ shares, fee }: Leg): bigint => (fee.in === 'shares' ? shares - fee.amount : shares)

function collect(world: World, market: MarketState, { outcome, fee: { in: kind, amount } }: Leg): void {
  if (amount === 0n) return
  const fees = accountOf(world, FEES)
  if (kind === 'shares') addShares(holdingOf(fees, market.spec.id), outcome, amount)
  else addCash(fees, amount)
}

function complete(world: World, leg: Leg): void {
  const working = world.working.get(leg.order.id)
  if (working === undefined) return
  const { order } = working
  order.settled = Wei.add(order.settled, leg.shares)
  order.valueSettled = Wei.add(order.valueSettled, leg.value)
  working.unsettled--
  noteSettled(working, leg)
  if (order.status === 'OPEN' && !order.isResting && working.unsettled === 0) end(world, working, 'FILLED', 'filled')
  else forgetIfDone(world, working)
}

/** Pays shares that arrive after the result at once, to an account that is paid without asking. */
function payLate(world: World, market: MarketState, leg: Leg): void {
  if (leg.side === 'sell') return
  const account = accountOf(world, leg.order.spec.account)
  if (isPaidAtOnce(world, account)) payShares(world, market, { account, outcome: leg.outcome, shares: sharesKept(leg) })
  if (leg.fee.in === 'shares' && leg.fee.amount > 0n)
    payShares(world, market, { account: accountOf(world, FEES), outcome: leg.outcome, shares: leg.fee.amount })
}

function fail(world: World, { market, match, legs, atFault }: Settlement & { readonly atFault: readonly Leg[] }): void {
  match.state = 'failed'
  emit(world, { at: world.now, kind: 'failed', match })
  for (const leg of legs) undo(world, leg)
  for (const leg of atFault) invalidate(world, leg)
  // Makers first: they came before the taker, which may match them again.
  for (const leg of [...match.makers, match.taker]) if (leg !== null && !atFault.includes(leg)) giveBack(world, leg)
  if (market.result === null) return
  // Shares of a sell in an unsettled match were not paid at the resolution; the match failed, so they are paid now.
  for (const leg of legs) {
    const account = accountOf(world, leg.order.spec.account)
    if (leg.side === 'sell' && isPaidAtOnce(world, account)) payShares(world, market, { account, ...leg })
  }
}

function undo(world: World, leg: Leg): void {
  const working = world.working.get(leg.order.id)
  if (working === undefined) return
  const { order, owner, market } = working
  if (leg.side === 'buy') reserveCash(owner, Wei.of(-leg.value - cashFeeOf(leg)))
  else reserveShares(holdingOf(owner, market.spec.id), leg.outcome, Wei.negate(leg.shares))
  order.matched = Wei.sub(order.matched, leg.shares)
  working.unsettled--
  noteFailed(working, leg)
}

function invalidate(world: World, leg: Leg): void {
  const working = world.working.get(leg.order.id)
  if (working === undefined) return
  if (working.order.status === 'OPEN') end(world, working, 'INVALIDATED', 'settlement-failed')
  else forgetIfDone(world, working)
}

function giveBack(world: World, leg: Leg): void {
  const working = world.working.get(leg.order.id)
  if (working === undefined) return
  if (working.order.status === 'OPEN') requeue(world, working, Number(leg.shares / WEI_PER_MILLIONTH))
  else forgetIfDone(world, working)
}
