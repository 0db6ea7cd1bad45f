import { Timestamp } from '../../model/time.js'
import { CROWD } from './accounts.js'
import { bestOf } from './book-reads.js'
import type { AccountId, RewardTerms } from './command.js'
import { DueKind } from './due-queue.js'
import { type Lane, ONE } from './matching.js'
import type { RecordedCrowd } from './recorded-crowd.js'
import type { RewardOrder } from './rewards.js'
import { accountOf, type MarketState, type Working, type World } from './world.js'

/** Millionths in a point. */
export const MICRO_POINTS = 1_000_000
const HOUR_US = 3_600_000_000
const MILLIONTHS = 1_000_000

/** Who earns which part of a market's pool, for one version of its book. */
export interface Earnings {
  readonly version: number
  /** Parts of one, in the order of the book. */
  readonly byAccount: ReadonlyMap<AccountId, number>
  /** Parts of one by order id; only those that earn. */
  readonly byOrder: ReadonlyMap<number, number>
}

/** Points an hour that an order earns now. */
export const rateOf = (world: World, working: Working): number => {
  const pool = poolOf(world, working.market)
  if (pool === 0 || working.handle === 0) return 0
  return ((earningsOf(world, working.market).byOrder.get(working.order.id) ?? 0) * pool) / MICRO_POINTS
}

/** Millionths of a point that a market pays in an hour, as it is now; 0 unless it trades. */
export const poolOf = (world: World, market: MarketState): number => {
  const { rewards } = market.spec
  if (rewards === undefined || rewards === null || market.trading !== 'OPEN') return 0
  return pooled(rewards, span => span.from <= world.now && world.now < span.to)
}

/** Puts the market's next payday in the queue; none where nothing is scheduled or everything is decided. */
export function scheduleRewards(world: World, market: MarketState): void {
  const at = market.result === null ? nextPayday(market.spec.rewards, world.now, world.options.rewardEveryUs) : null
  market.rewardAt = at
  if (at !== null) world.due.push({ at, kind: DueKind.REWARD, id: market.spec.id })
}

/** Pays for the time since the last payday by the book as it stands, each account's part floored, and schedules the next one. */
export function payRewards(world: World, market: MarketState): void {
  if (market.rewardAt !== world.now) return
  const { rewards } = market.spec
  if (rewards !== undefined && rewards !== null && market.trading === 'OPEN') {
    // The time that ends now: a span that ends with it has earned it, one that begins now has not.
    const hourly = pooled(rewards, span => span.from < world.now && world.now <= span.to)
    share(world, market, Math.floor(hourly / (HOUR_US / world.options.rewardEveryUs)))
  }
  scheduleRewards(world, market)
}

function share(world: World, market: MarketState, pool: number): void {
  if (pool === 0) return
  let left = pool
  for (const [id, part] of earningsOf(world, market).byAccount) {
    const points = Math.min(left, Math.floor(pool * part))
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

/** The book is scored once for each of its versions, however often somebody asks. */
function earningsOf(world: World, market: MarketState): Earnings {
  if (market.earnings?.version !== market.version) market.earnings = score(world, market)
  return market.earnings
}

function score(world: World, market: MarketState): Earnings {
  const byAccount = new Map<AccountId, number>()
  const byOrder = new Map<number, number>()
  const bid = bestOf(market, 0)
  const ask = bestOf(market, 1)
  const { rewards } = market.spec
  // One side alone has no middle.
  if (rewards === undefined || rewards === null || bid === 0 || ask === 0)
    return { version: market.version, byAccount, byOrder }
  const middle = (bid + ONE - ask) / 2
  const spreadThreshold = Math.round(rewards.spreadThreshold * ONE)
  const shareThreshold = Math.round(rewards.shareThreshold * MILLIONTHS)
  const { orders, ids } = near(market, { bid: middle - spreadThreshold, ask: ONE - middle - spreadThreshold })
  const weights = world.options.rewardFormula({ orders, middle, spreadThreshold, shareThreshold })
  let sum = 0
  for (const [index, { account }] of orders.entries()) {
    const weight = weights[index] ?? 0
    if (weight <= 0) continue
    sum += weight
    byAccount.set(account, (byAccount.get(account) ?? 0) + weight)
    if (ids[index] !== 0) byOrder.set(ids[index]!, weight)
  }
  // Weights first, parts last: one who is alone gets the whole pool, not the whole less a rounding.
  for (const parts of [byAccount, byOrder] as Map<AccountId | number, number>[])
    for (const [key, weight] of parts) parts.set(key, weight / sum)
  return { version: market.version, byAccount, byOrder }
}

interface Near {
  readonly orders: RewardOrder[]
  /** Of the orders, in the same places; 0: the recorded crowd. */
  readonly ids: number[]
}

/** Orders of both lanes down to a price, and what the recorded crowd shows there. */
function near(market: MarketState, least: { readonly bid: number; readonly ask: number }): Near {
  const found: Near = { orders: [], ids: [] }
  for (const lane of [0, 1] as const) {
    const last = Math.max(1, lane === 0 ? least.bid : least.ask)
    for (let price = market.book.best(lane); price >= last; price = market.book.below(lane, price))
      for (let handle = market.book.first(lane, price); handle !== 0; handle = market.book.after(handle)) {
        const { order, owner } = market.resting[handle]!
        found.orders.push(rewardOrder(owner.id, lane, price, market.book.sizeOf(handle)))
        found.ids.push(order.id)
      }
    if (market.crowd !== null) addCrowd(found, market.crowd, lane, last)
  }
  return found
}

function addCrowd(found: Near, crowd: RecordedCrowd, lane: Lane, last: number): void {
  for (let price = crowd.best(lane); price >= last; price = crowd.below(lane, price)) {
    found.orders.push(rewardOrder(CROWD, lane, price, crowd.sizeAt(lane, price)))
    found.ids.push(0)
  }
}

const rewardOrder = (account: AccountId, lane: Lane, price: number, size: number): RewardOrder => ({
  account,
  side: lane === 0 ? 'bid' : 'ask',
  price: lane === 0 ? price : ONE - price,
  size,
})
