import { type Outcome, otherOutcome, Size, Wei } from '../../model/money.js'
import { Timestamp } from '../../model/time.js'
import { CROWD } from './accounts.js'
import { sharesOf, valueOf } from './amounts.js'
import type { CoreOrder, Leg } from './core-event.js'

/** The recorded crowd's leg of a match: it always buys `size` of an outcome, with collateral that it brings in. */
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
 * The crowd's leg against a maker's leg of a print: it buys what the maker sells, or buys the other outcome to make a pair, and pays no fee. It
 * names no market.
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

/** The order of a leg that stands for the recorded crowd's anonymous sizes: it is never accepted, canceled or expired. */
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
