/** What people read of a market, and what its tokens are called on the chain. The core knows none of it. */
export interface MarketWords {
  readonly id: number
  readonly title: string
  readonly question: string
  readonly description: string
  readonly outcomeNames: readonly [yes: string, no: string]
  /** Decimal ERC-1155 ids, all digits. */
  readonly tokens: readonly [yes: string, no: string]
  readonly conditionId: string
  readonly oracleQuestionId: string
  readonly category: CategoryWords
  /** ISO text. */
  readonly createdAt: string
  /** In price units, each side of the middle. */
  readonly spreadThreshold: number
  /** In shares. */
  readonly shareThreshold: number
  /** Points an hour for the whole market; 0 for none. */
  readonly rewardsPerHour: number
  /** The recorded market that is played on this one; missing: none is. */
  readonly recording?: RecordingWords
}

/** Which recorded market is played, since when and how fast: so a restart finds the place where it is now. */
export interface RecordingWords {
  /** Absolute path. */
  readonly file: string
  /** Its own id in the recording. */
  readonly market: string
  /** Whole microseconds since the epoch. */
  readonly startedAt: number
  readonly speed: number
}

/** A group of markets; it repeats in each of its markets and the first one counts. */
export interface CategoryWords {
  readonly id: number
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly startsAt: string
  readonly endsAt: string | null
  readonly tags: readonly string[]
}
