import type { VariantData } from '../text/market-text.js'

/** Longest round: a day. */
export const ROUND_MINUTES_MAX = 1_440

/** A series of markets on whether a price rises: the next opens when the last ends. */
export interface RoundsSeed {
  /** Symbol, id or number of a price feed. */
  readonly feed: string
  /** How long a round lasts; rounds begin at whole multiples of this since the epoch. */
  readonly minutes: number
  /** The provider named in the market's text. Default CHAINLINK. */
  readonly provider?: NonNullable<VariantData['priceFeedProvider']>
  /** Decimals of a price. Default 2. */
  readonly decimals?: 2 | 3
  /** Default 200. */
  readonly feeRateBps?: number
  /** Points an hour for the round's makers. Default 0. */
  readonly rewardsPerHour?: number
  readonly isYieldBearing?: boolean
}
