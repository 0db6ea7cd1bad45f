import { feeAt } from '../../model/fees.js'
import { Wei } from '../../model/money.js'
import { Timestamp } from '../../model/time.js'
import { isCrowd } from './accounts.js'
import { ownPrice, sharesOf, valueOf } from './amounts.js'
import type { Leg } from './core-event.js'
import { DueKind } from './due-queue.js'
import { cashFeeOf, charge, marketFees } from './order-fees.js'
import { holdFor, unrest } from './orders.js'
import { trimmedAt } from './trimmed-at.js'
import { emit, type MarketState, type MatchState, touch, type Working, type World } from './world.js'

/**
 * Books `size` millionths of a resting order as matched; the caller takes them off the book. The leg takes over the money that the order held for
 * them.
 */
export function fillMaker(maker: Working, size: number): Leg {
  const { order } = maker
  const { outcome, side } = order.spec
  const shares = sharesOf(size)
  const value = valueOf(ownPrice(side, maker.price), size)
  const fees = marketFees(maker.market.spec)
  const price = ownPrice(side, maker.price)
  const fee = charge(maker, side, fees, fees.makerBps === 0 ? 0n : feeAt(fees, { role: 'maker', side, price, size }))
  maker.remaining -= size
  maker.held -= side === 'buy' ? value + cashFeeOf({ side, fee }) : shares
  maker.unsettled++
  order.matched = Wei.add(order.matched, shares)
  if (maker.remaining === 0) {
    unrest(maker)
    // Releases what was held for rounding up the order's fees.
    holdFor(maker, 0n)
  }
  return {
    order,
    isMaker: true,
    outcome,
    side,
    shares,
    value,
    fee,
  }
}

/** Makes a match of its legs and schedules its settlement. */
export function recordMatch(world: World, market: MarketState, { taker, makers }: Pick<MatchState, 'taker' | 'makers'>): void {
  const id = ++world.lastMatch
  const match: MatchState = { id, market: market.spec.id, at: world.now, taker, makers, state: 'matched', endedAt: null }
  market.pending.set(id, match)
  world.unsettled.set(id, market)
  world.matches.push(match)
  trim(world)
  touch(world, market)
  emit(world, { at: world.now, kind: 'matched', match })
  const { submitUs } = world.options
  if (submitUs === 0) submit(world, id)
  else world.due.push({ at: Timestamp.of(world.now + submitUs), kind: DueKind.SUBMIT, id })
}

/** Submits the transaction of a match and schedules its settlement. */
export function submit(world: World, id: number): void {
  const match = world.unsettled.get(id)?.pending.get(id)
  if (match === undefined) return
  match.state = 'submitted'
  const { settlementUs } = world.options
  const delay = world.settling.delayUs ?? (typeof settlementUs === 'number' ? settlementUs : settlementUs(id))
  world.due.push({ at: Timestamp.of(world.now + delay), kind: DueKind.SETTLE, id })
  emit(world, { at: world.now, kind: 'submitted', match })
}

/** Drops old matches, those within the crowd first. Many are dropped at a time, so the cost per match is small. */
function trim(world: World): void {
  if (world.matches.length < world.trimAt) return
  const kept = Math.max(1, world.options.matchesKept)
  const older = world.matches.slice(0, -kept).filter(isOfWallet)
  world.matches = [...older.slice(-Math.max(1, world.options.walletMatchesKept)), ...world.matches.slice(-kept)]
  world.trimAt = trimmedAt(world.matches.length)
}

const isOfWallet = ({ taker, makers }: MatchState): boolean =>
  (taker !== null && !isCrowd(taker.order.spec.account)) || makers.some(maker => !isCrowd(maker.order.spec.account))
