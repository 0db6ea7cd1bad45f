/** Criteria for the markets of a strategy. All given criteria must hold; the best `max` markets are taken. */
export interface MarketFilter {
  /** The market's category has at least one of these tags. Case-insensitive. */
  readonly tags?: readonly string[] | undefined
  readonly categories?: readonly string[] | undefined
  readonly variants?: readonly string[] | undefined
  /** The question contains this text. Case-insensitive. */
  readonly question?: string | undefined
  /** Points an hour. */
  readonly rewardRateMin?: number | undefined
  /** Of the last 24 hours. */
  readonly volumeUsdMin?: number | undefined
  readonly spreadTicksMin?: number | undefined
  readonly spreadTicksMax?: number | undefined
  /** The middle of best bid and best ask of YES, 0 to 1. */
  readonly middleMin?: number | undefined
  readonly middleMax?: number | undefined
  readonly secondsLeftMin?: number | undefined
  readonly secondsLeftMax?: number | undefined
  /** Highest first; for `secondsLeft` lowest first. */
  readonly rankBy?: RankBy | undefined
  readonly max?: number | undefined
  /** A taken market stays at least this long while it is open, whatever its rank: each rotation costs quotes. */
  readonly keepSeconds?: number | undefined
}

export const RANKS = ['rewardRate', 'volume', 'spread', 'secondsLeft'] as const
export type RankBy = (typeof RANKS)[number]

/** The markets that a strategy wants: all open ones, some by id, or those that match a filter. */
export type MarketsWanted = 'all' | readonly string[] | MarketFilter
