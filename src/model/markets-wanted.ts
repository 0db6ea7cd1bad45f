/** What the markets of a strategy must be like. All that is named must hold; the best `max` are taken. */
export interface MarketFilter {
  /** At least one of these stands in the market's category. Compared without case. */
  readonly tags?: readonly string[] | undefined
  readonly categories?: readonly string[] | undefined
  readonly variants?: readonly string[] | undefined
  /** A part of the question, without case. */
  readonly question?: string | undefined
  /** Points an hour. */
  readonly rewardRateMin?: number | undefined
  /** Of the last 24 hours. */
  readonly volumeUsdMin?: number | undefined
  readonly spreadTicksMin?: number | undefined
  readonly spreadTicksMax?: number | undefined
  readonly secondsLeftMin?: number | undefined
  readonly secondsLeftMax?: number | undefined
  /** The most first; of `secondsLeft` the least. */
  readonly rankBy?: RankBy | undefined
  readonly max?: number | undefined
  /** One that is taken stays at least so long while it is open, whatever its rank: a rotation costs quotes. */
  readonly keepSeconds?: number | undefined
}

export const RANKS = ['rewardRate', 'volume', 'spread', 'secondsLeft'] as const
export type RankBy = (typeof RANKS)[number]

/** Which markets a strategy wants: every one that is open, some by their ids, or those that a filter lets pass. */
export type MarketsWanted = 'all' | readonly string[] | MarketFilter
