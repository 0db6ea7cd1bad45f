import { Word } from '../src/engine/word-ring.js'
import type { CoreOrderStatus } from '../src/exchange/core/core-event.js'
import type { Fill } from '../src/model/fill.js'
import { FillKey, MarketIndex, OrderHash, OrderId } from '../src/model/ids.js'
import { weiOfMillionths, weiOfProducts } from './venue/amounts.js'
import type { VenueLeg, VenueMatch } from './venue/venue-match.js'

/** The venue's report of an order's end; null: the answer to its removal, or its fills, reported it already. */
export function endWordOf({ status, why }: { readonly status: CoreOrderStatus; readonly why: string }): Word | null {
  if (status === 'FILLED' || why === 'removed') return null
  if (status === 'EXPIRED') return Word.EXPIRED
  if (status === 'INVALIDATED') return Word.INVALIDATED
  return why === 'no-match' ? Word.UNMATCHED : Word.CANCELED
}

/** Our part of a match: one fill for each settlement and order. */
export function fillOf({ id, market }: VenueMatch, { order, outcome, size, value, fee }: VenueLeg, epoch: number): Fill {
  const { number, side } = order.terms
  return {
    key: FillKey.of(String(id), OrderHash.of(String(number)), 0),
    order: OrderId.of(epoch, number),
    market: MarketIndex.of(market),
    outcome,
    side,
    shares: weiOfMillionths(size),
    value: weiOfProducts(value),
    fee,
  }
}
