import type { Timestamp } from '../../model/time.js'
import { type FairValue, LOGIT_SCALE, within } from './fair-value.js'

export interface RoundValueOptions {
  /** Of the feed, in dollars. */
  readonly price: (now: Timestamp) => number
  /** The standard deviation of a year's logarithmic change of it. */
  readonly volatility: number
  readonly startPrice: number
  readonly endsAt: Timestamp
}

const YEAR_US = 31_557_600_000_000
/** Below this nothing moves any more: the feed changes with each second. */
const LEAST_LEFT_US = 500_000

/** The value of "is it higher at the end than at the start": the chance of it as seen from the price of now, of a price that moves like the feed. */
export const createRoundValue = ({ price, volatility, startPrice, endsAt }: RoundValueOptions): FairValue => ({
  at: now => {
    const distance = Math.log(price(now) / startPrice)
    const deviation = volatility * Math.sqrt(Math.max(endsAt - now, LEAST_LEFT_US) / YEAR_US)
    if (deviation === 0) return within(0.5 + Math.sign(distance))
    return within(1 / (1 + Math.exp((-LOGIT_SCALE * distance) / deviation)))
  },
})
