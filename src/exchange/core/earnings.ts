import { Timestamp } from '../../model/time.js'
import { accountOf, CROWD } from './accounts.js'
import { bestOf } from './book-reads.js'
import type { AccountId, RewardTerms } from './command.js'
import { DueKind } from './due-queue.js'
import { type Lane, ONE } from './matching.js'
import type { RecordedCrowd } from './recorded-crowd.js'
import type { RewardBook, RewardOrder } from './rewards.js'
import type { Earnings, MarketState, Working, World } from './world.js'

/** Millionths in a point. */
export const MICRO_POINTS = 1_000_000
const HOUR_US = 3_600_000_000
const MILLIONTHS = 1_000_000

/** Points an hour that an order earns now. */
export const earningRateOf = (world: World, working: Working): number => {
  const pool = poolOf(world, working.market)
  if (pool === 0 || working.handle === 0) return 0
  const { byHandle, sum } = earningsOf(world, working.market)
  return sum === 0 ? 0 : (((byHandle[working.handle] ?? 0) / sum) * pool) / MICRO_POINTS
}

/** Millionths of a point that a market pays in an hour, as it is now; 0 unless it trades. */
export const poolOf = (world: World, market: MarketState): number => {
  const { rewards } = market.spec
  if (rewards === undefined || rewards === null || market.trading !== 'OPEN') return 0
  return pooled(rewards, span => span.from <= world.now && world.now < span.to)
}

/** Schedules the market's next payment of points; no payment where no rewards are scheduled or the market is decided. */
export function scheduleRewards(world: World, market: MarketState): void {
  const at = market.result === null ? nextPayday(market.spec.rewards, world.now, world.options.rewardEveryUs) : null
  market.rewardAt = at
  if (at !== null) world.due.push({ at, kind: DueKind.REWARD, id: market.spec.id })
}

/** Pays points for the time since the last payment by the present book, each account's part floored, and schedules the next one. */
export function payRewards(world: World, market: MarketState): void {
  const { rewards } = market.spec
  if (rewards !== undefined && rewards !== null && market.trading === 'OPEN') {
    // A span that ends now counts for the time up to now; one that begins now does not.
    const hourly = pooled(rewards, span => span.from < world.now && world.now <= span.to)
    share(world, market, Math.floor(hourly / (HOUR_US / world.options.rewardEveryUs)))
  }
  scheduleRewards(world, market)
}

function share(world: World, market: MarketState, pool: number): void {
  if (pool === 0) return
  const { byAccount, sum } = earningsOf(world, market)
  let left = pool
  for (const [id, { weight }] of byAccount) {
    const points = Math.min(left, Math.floor(pool * (weight / sum)))
    left -= points
    if (points > 0) accountOf(world, id).microPoints += points
  }
}

const pooled = (terms: RewardTerms, isNow: (span: { readonly from: Timestamp; readonly to: Timestamp }) => boolean): number => {
  const hourly = terms.schedule.find(isNow)?.microPointsPerHour ?? 0
  const { boost } = terms
  return boost !== undefined && boost !== null && isNow(boost) ? hourly * boost.multiplier : hourly
}

/** The first whole multiple of `everyUs` after `now` that ends a piece of a scheduled span. */
const nextPayday = (terms: RewardTerms | null | undefined, now: Timestamp, everyUs: number): Timestamp | null => {
  let next: number | null = null
  for (const { from, to } of terms?.schedule ?? []) {
    const first = (Math.floor(Math.max(now, from) / everyUs) + 1) * everyUs
    if (first <= to && (next === null || first < next)) next = first
  }
  return next === null ? null : Timestamp.of(next)
}

/** The book is scored once for each of its versions and cached. */
function earningsOf(world: World, market: MarketState): Earnings {
  if (market.earnings?.version !== market.version) market.earnings = score(world, market)
  return market.earnings
}

function score(world: World, market: MarketState): Earnings {
  const byAccount = new Map<AccountId, { weight: number }>()
  const byHandle = new Float64Array(market.resting.length)
  const { rewards } = market.spec
  const [bid, ask] = [bestOf(market, 0), bestOf(market, 1)]
  let sum = 0
  // A book with one side has no middle.
  if (rewards !== undefined && rewards !== null && bid > 0 && ask > 0) {
    const found = near(market, (bid + ONE - ask) / 2, rewards)
    const weights = world.options.rewardFormula(found.book)
    for (let index = 0; index < found.handles.length; index++) {
      const weight = weights[index] ?? 0
      if (weight <= 0) continue
      const { account } = found.book.orders[index]!
      const owner = byAccount.get(account)
      if (owner === undefined) byAccount.set(account, { weight })
      else owner.weight += weight
      byHandle[found.handles[index]!] = weight
      sum += weight
    }
  }
  return { version: market.version, sum, byAccount, byHandle }
}

interface Near {
  readonly book: RewardBook
  /** Handles of the orders, in the same places; 0 stands for the recorded crowd. */
  readonly handles: readonly number[]
}

/** Orders of both lanes within the spread threshold, and what the recorded crowd shows there. */
function near(market: MarketState, middle: number, terms: RewardTerms): Near {
  const spreadThreshold = Math.round(terms.spreadThreshold * ONE)
  const orders: RewardOrder[] = []
  const handles: number[] = []
  for (const lane of [0, 1] as const) {
    const last = Math.max(1, (lane === 0 ? middle : ONE - middle) - spreadThreshold)
    for (let price = market.book.best(lane); price >= last; price = market.book.below(lane, price))
      for (let handle = market.book.first(lane, price); handle !== 0; handle = market.book.after(handle)) {
        orders.push(rewardOrder(market.resting[handle]!.owner.id, lane, price, market.book.sizeOf(handle)))
        handles.push(handle)
      }
    for (const order of crowdOrders(market.crowd, lane, last)) {
      orders.push(order)
      handles.push(0)
    }
  }
  const shareThreshold = Math.round(terms.shareThreshold * MILLIONTHS)
  return { book: { orders, middle, spreadThreshold, shareThreshold }, handles }
}

function crowdOrders(crowd: RecordedCrowd | null, lane: Lane, last: number): RewardOrder[] {
  const orders: RewardOrder[] = []
  if (crowd === null) return orders
  for (let price = crowd.best(lane); price >= last; price = crowd.below(lane, price))
    orders.push(rewardOrder(CROWD, lane, price, crowd.sizeAt(lane, price)))
  return orders
}

const rewardOrder = (account: AccountId, lane: Lane, price: number, size: number): RewardOrder => ({
  account,
  side: lane === 0 ? 'bid' : 'ask',
  price: lane === 0 ? price : ONE - price,
  size,
})
