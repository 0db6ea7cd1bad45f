import type { CoreOrder, Leg, Match } from '../../src/exchange/core/core-event.js'
import { type BookSide, inYesTerms, Price } from '../../src/model/money.js'

/** Our legs of a match; the recorded crowd has no orders. */
export const ourLegs = ({ taker, makers }: Match): readonly Leg[] =>
  (taker === null ? makers : [taker, ...makers]).filter(leg => leg.order.id !== 0)

const WEI_PER_PRICE = 10n ** 14n

/** An order of the core in terms of the book of YES prices. */
export const yesTermsOf = ({ spec: { outcome, side, limit } }: CoreOrder): { side: BookSide; price: Price } =>
  inYesTerms({ outcome, side, price: Price.of(Math.min(9_999, Math.max(1, Number(limit / WEI_PER_PRICE)))) })
