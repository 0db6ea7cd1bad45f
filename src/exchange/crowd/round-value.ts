import type { Timestamp } from '../../model/time.js'
import { type FairValue, LOGIT_SCALE, within } from './fair-value.js'

export interface RoundValueOptions {
  /** The feed's price, in dollars. */
  readonly price: (now: Timestamp) => number
  /** Standard deviation of the price's logarithmic change over a year. */
  readonly volatility: number
  readonly startPrice: number
  readonly endsAt: Timestamp
}

const YEAR_US = 31_557_600_000_000
/** With less time left than this the value stands still: the feed changes once a second. */
const LEAST_LEFT_US = 500_000

/** The value of "is the price higher at the end than at the start": its chance as seen from the present price, if the price moves like the feed. */
export const createRoundValue = ({ price, volatility, startPrice, endsAt }: RoundValueOptions): FairValue => ({
  at: now => {
    const distance = Math.log(price(now) / startPrice)
    const deviation = volatility * Math.sqrt(Math.max(endsAt - now, LEAST_LEFT_US) / YEAR_US)
    if (deviation === 0) return within(0.5 + Math.sign(distance))
    return within(1 / (1 + Math.exp((-LOGIT_SCALE * distance) / deviation)))
  },
})
