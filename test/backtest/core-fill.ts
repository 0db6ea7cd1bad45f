import type { Leg, Match } from '../../src/exchange/core/core-event.js'
import type { Fill } from '../../src/model/fill.js'
import { FillKey, MarketIndex, OrderHash, type OrderId } from '../../src/model/ids.js'

/** Our part of a core's match: one fill a settlement and order. */
export function coreFillOf(match: Match, { order, outcome, side, shares, value, fee }: Leg, id: OrderId): Fill {
  const key = FillKey.of(String(match.id), OrderHash.of(order.spec.hash), 0)
  return { key, order: id, market: MarketIndex.of(match.market - 1), outcome, side, shares, value, fee }
}
