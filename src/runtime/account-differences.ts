import { type DeskState } from '../engine/desk-state.js'
import { isBelievedOpen } from '../engine/order-record.js'
import type { MarketId, OrderId } from '../model/ids.js'
import type { Market } from '../model/market.js'
import type { Snapshot } from '../model/report.js'
import type { Timestamp } from '../model/time.js'
import { differences } from './agreement.js'

/** Something that the venue's account shows and our books do not, in a sentence that is the same in each look that shows the same. */
export interface AccountDifference {
  readonly what: string
  /** Money of a market that has just paid moves before the word of its result comes; of orders and fills each word comes at once. */
  readonly isMoney: boolean
}

export interface ComparedAccount {
  /** As it stands once the snapshot has come in. */
  readonly state: DeskState
  readonly markets: readonly Market[]
  readonly snapshot: Snapshot
  /** When the snapshot was asked for, by the even clock. */
  readonly askedAt: Timestamp
}

/** What the venue says within this time of an order's last word may have crossed it, in microseconds. */
const CROSSING_US = 1_000_000

/** What of an account was not told, or was told otherwise. One look may be ahead of words that are on their way: two of them are evidence. */
export function accountDifferences(compared: ComparedAccount): readonly AccountDifference[] {
  const words = [...untoldFills(compared), ...shownOrders(compared), ...missingOrders(compared)]
  return [
    ...words.map(what => ({ what, isMoney: false })),
    ...moneyDifferences(compared).map(what => ({ what, isMoney: true })),
  ]
}

function untoldFills({ state, snapshot }: ComparedAccount): readonly string[] {
  const settled = snapshot.fills.filter(({ fill, state: stage }) => stage === 'settled' && !state.closed.has(fill.key))
  const named = settled.map(({ fill }) => `fill ${fill.key} has settled and was not told`)
  const nameless = (snapshot.unnamed ?? []).map(order => `order ${order} has a match that was not told`)
  return [...named, ...nameless]
}

/** Of the open orders that are listed, those that we believe to be over or less filled. */
function* shownOrders({ state, snapshot, askedAt }: ComparedAccount): Iterable<string> {
  for (const { id, filled } of snapshot.orders) {
    if (id === null) continue
    const order = state.orders.get(id)
    if (order === undefined) yield `order ${id} rests and is not known`
    else if (order.endedAt !== null && order.endedAt + CROSSING_US < askedAt) yield `order ${id} rests and was told to be over`
    else if (filled > order.filled) yield `order ${id} is filled further than was told`
  }
}

/** Orders that we believe to rest and that are not listed. */
function* missingOrders({ state, snapshot, askedAt }: ComparedAccount): Iterable<string> {
  const shown = new Set<OrderId | null>(snapshot.orders.map(({ id }) => id))
  for (const order of state.orders.values())
    if (isBelievedOpen(order) && order.lastAt + CROSSING_US < askedAt && !shown.has(order.id))
      yield `order ${order.id} does not rest and was not told to be over`
}

/** Settled money, where no fill is on its way that would explain a difference. */
function moneyDifferences({ state, markets, snapshot }: ComparedAccount): readonly string[] {
  if ((snapshot.unnamed ?? []).length > 0) return []
  const moving = new Set<MarketId | undefined>()
  for (const { market } of state.pending.values()) moving.add(market)
  for (const { fill } of snapshot.fills) moving.add(markets.find(({ index }) => index === fill.market)?.id)
  const still = markets.filter(({ id }) => !moving.has(id))
  return differences(state, still, snapshot)
    .filter(({ what }) => what !== 'cash' || moving.size === 0)
    .map(({ what, ours, venue }) => `${what} is ${Number(venue - ours) / 1e18} more than was told`)
}
