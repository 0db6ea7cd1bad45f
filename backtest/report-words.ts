import type { CoreEvent, Leg, Match } from '../src/exchange/core/core-event.js'
import type { Fill } from '../src/model/fill.js'
import { FillKey, MarketIndex, OrderHash, OrderId } from '../src/model/ids.js'
import type { Report } from '../src/model/report.js'
import type { Timestamp } from '../src/model/time.js'

/** What the venue says of an order that ended, heard at once unless later; null: its removal's answer or its fills have said it. */
export function wordOf(event: CoreEvent & { readonly kind: 'ended' }, receivedAt: Timestamp = event.at): Report | null {
  const { at, order, status, why } = event
  if (status === 'FILLED' || why === 'removed') return null
  const ended = { at, receivedAt, kind: 'ended', order: OrderId.parse(order.spec.hash), why } as const
  if (status === 'EXPIRED') return { ...ended, how: 'expired' }
  if (status === 'INVALIDATED') return { ...ended, how: 'invalidated' }
  return { ...ended, how: why === 'no-match' ? 'unmatched' : 'canceled' }
}

/** Our part of a match: one fill a settlement and order. */
export function fillOf(match: Match, { order, outcome, side, shares, value, fee }: Leg): Fill {
  const key = FillKey.of(String(match.id), OrderHash.of(order.spec.hash), 0)
  return {
    key,
    order: OrderId.parse(order.spec.hash),
    market: MarketIndex.of(match.market - 1),
    outcome,
    side,
    shares,
    value,
    fee,
  }
}
