import { type DeskState } from '../engine/desk-state.js'
import { Ledger } from '../engine/ledger.js'
import { isBelievedOpen } from '../engine/order-record.js'
import type { MarketId, OrderId } from '../model/ids.js'
import type { Market } from '../model/market.js'
import { Wei } from '../model/money.js'
import type { Snapshot } from '../model/report.js'
import type { Timestamp } from '../model/time.js'
import { exactDigits } from '../protocol/exact-digits.js'
import { differences } from './agreement.js'

/** A difference between the venue's account and our books, as a sentence that is the same for every look that finds it. */
export interface AccountDifference {
  readonly what: string
  /** Money of a market that has just paid moves before the result is reported; orders and fills are reported at once. */
  readonly isMoney: boolean
}

export interface ComparedAccount {
  /** The desk's state after the snapshot was applied. */
  readonly state: DeskState
  readonly markets: readonly Market[]
  readonly snapshot: Snapshot
  /** When the snapshot was requested, by the monotonic clock. */
  readonly askedAt: Timestamp
}

/** A report within this time of an order's final report may have crossed it on the network, in microseconds. */
const CROSSING_US = 1_000_000

/**
 * What the venue's account shows that was not reported, or was reported differently. A single look may be ahead of reports in flight, so only two of
 * them are evidence.
 */
export function accountDifferences(compared: ComparedAccount): readonly AccountDifference[] {
  const words = [...untoldFills(compared), ...shownOrders(compared), ...missingOrders(compared)]
  return [
    ...words.map(what => ({ what, isMoney: false })),
    ...moneyDifferences(compared).map(what => ({ what, isMoney: true })),
  ]
}

/** Whether shares that a transaction moved, pairs or converted ones, are all that the account and our books differ by. */
export function areOnlySharesMoved({ state, markets, snapshot, askedAt }: ComparedAccount): boolean {
  const ledger = new Ledger(state, markets)
  const booked = ledger.report({ kind: 'snapshot', snapshot, at: askedAt, receivedAt: askedAt })
  return booked.length > 0 && booked.every(({ why, what }) => what === 'pairs' || why === 'convert')
}

function untoldFills({ state, snapshot }: ComparedAccount): readonly string[] {
  const settled = snapshot.fills.filter(({ fill, state: stage }) => stage === 'settled' && !state.closed.has(fill.key))
  const named = settled.map(({ fill }) => `fill ${fill.key} has settled, but no report said so`)
  const nameless = (snapshot.unnamed ?? []).map(order => `order ${order} has a match, but no report said so`)
  return [...named, ...nameless]
}

/** Listed open orders that we believe to be over or less filled. */
function* shownOrders({ state, snapshot, askedAt }: ComparedAccount): Iterable<string> {
  for (const { id, filled } of snapshot.orders) {
    if (id === null) continue
    const order = state.orders.get(id)
    if (order === undefined) yield `order ${id} rests at the venue, but is unknown here`
    else if (order.endedAt !== null && order.endedAt + CROSSING_US < askedAt)
      yield `order ${id} rests at the venue, but was reported as ended`
    else if (filled > order.filled) yield `order ${id} is filled further than was reported`
  }
}

/** Orders that we believe to rest but that are not listed. */
function* missingOrders({ state, snapshot, askedAt }: ComparedAccount): Iterable<string> {
  const shown = new Set<OrderId | null>(snapshot.orders.map(({ id }) => id))
  for (const order of state.orders.values())
    if (isBelievedOpen(order) && order.lastAt + CROSSING_US < askedAt && !shown.has(order.id))
      yield `order ${order.id} does not rest at the venue, but was not reported as ended`
}

/** Differences of settled money, if no fill in flight can explain them. */
function moneyDifferences({ state, markets, snapshot }: ComparedAccount): readonly string[] {
  if ((snapshot.unnamed ?? []).length > 0) return []
  const moving = new Set<MarketId | undefined>()
  for (const { market } of state.pending.values()) moving.add(market)
  for (const { fill } of snapshot.fills) moving.add(markets.find(({ index }) => index === fill.market)?.id)
  const still = markets.filter(({ id }) => !moving.has(id))
  return differences(state, still, snapshot)
    .filter(({ what }) => what !== 'cash' || moving.size === 0)
    .map(({ what, ours, venue }) => `${what} is ${exactDigits(Wei.of(venue - ours))} more than was reported`)
}
