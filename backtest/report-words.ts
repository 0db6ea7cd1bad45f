import { Word } from '../src/engine/word-ring.js'
import type { CoreEvent, Leg, Match } from '../src/exchange/core/core-event.js'
import type { Fill } from '../src/model/fill.js'
import { FillKey, MarketIndex, OrderHash, type OrderId } from '../src/model/ids.js'

/** What the venue says of an order that ended; null: its removal's answer or its fills have said it. */
export function endWordOf({ status, why }: CoreEvent & { readonly kind: 'ended' }): Word | null {
  if (status === 'FILLED' || why === 'removed') return null
  if (status === 'EXPIRED') return Word.EXPIRED
  if (status === 'INVALIDATED') return Word.INVALIDATED
  return why === 'no-match' ? Word.UNMATCHED : Word.CANCELED
}

/** Our part of a match: one fill a settlement and order. */
export function fillOf(match: Match, { order, outcome, side, shares, value, fee }: Leg, id: OrderId): Fill {
  const key = FillKey.of(String(match.id), OrderHash.of(order.spec.hash), 0)
  return { key, order: id, market: MarketIndex.of(match.market - 1), outcome, side, shares, value, fee }
}
