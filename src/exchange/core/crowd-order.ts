import { type Outcome, otherOutcome, Size, Wei } from '../../model/money.js'
import { Timestamp } from '../../model/time.js'
import { CROWD } from './accounts.js'
import { sharesOf, valueOf } from './amounts.js'
import type { CoreOrder, Leg } from './core-event.js'

/** What the recorded crowd did in a match: it buys `size` of an outcome, always, and brings the collateral it needs. */
export function crowdLeg(what: { market: number; outcome: Outcome; price: number; size: number; isMaker: boolean }): Leg {
  const { market, outcome, price, size, isMaker } = what
  return {
    order: crowdOrder(market, outcome, price),
    isMaker,
    outcome,
    side: 'buy',
    shares: sharesOf(size),
    value: valueOf(price, size),
    fee: { in: 'shares', amount: Wei.ZERO },
  }
}

/**
 * The other side of a maker's leg in a print, of no market in particular: it buys what the maker sells, or makes a pair with one who buys, and pays
 * no fee.
 */
export function crowdAgainst({ side, outcome, shares, value, fee }: Leg): Leg {
  const isMint = side === 'buy'
  return {
    order: NAMELESS,
    isMaker: false,
    outcome: isMint ? otherOutcome(outcome) : outcome,
    side: 'buy',
    shares,
    value: isMint ? Wei.sub(shares, value) : value,
    fee: { in: fee.in, amount: Wei.ZERO },
  }
}

/** The order that stands in a leg for the anonymous sizes of the recorded crowd: it has no life of its own. */
const crowdOrder = (market: number, outcome: Outcome, price: number): CoreOrder => ({
  id: 0,
  spec: {
    hash: CROWD,
    account: CROWD,
    market,
    outcome,
    side: 'buy',
    strategy: 'LIMIT',
    shares: Wei.ZERO,
    limit: valueOf(price, Size.SHARE),
    budget: null,
    expiresAt: Timestamp.ZERO,
    isPostOnly: false,
    isFillOrKill: false,
    selfTradePrevention: 'cancel-maker',
  },
  acceptedAt: Timestamp.ZERO,
  status: 'OPEN',
  matched: Wei.ZERO,
  settled: Wei.ZERO,
  valueSettled: Wei.ZERO,
  isResting: false,
})

const NAMELESS = crowdOrder(0, 'yes', 0)
