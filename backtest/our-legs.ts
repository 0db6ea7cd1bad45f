import type { Leg, Match } from '../src/exchange/core/core-event.js'

/** Our legs of a match; the recorded crowd has no orders. */
export const ourLegs = ({ taker, makers }: Match): readonly Leg[] =>
  (taker === null ? makers : [taker, ...makers]).filter(leg => leg.order.id !== 0)
