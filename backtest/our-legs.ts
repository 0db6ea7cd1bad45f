import type { Leg, Match } from '../src/exchange/core/core-event.js'

/** Our parts of a match; the recorded crowd has no order. */
export const legsOf = ({ taker, makers }: Match): readonly Leg[] =>
  (taker === null ? makers : [taker, ...makers]).filter(leg => leg.order.id !== 0)
