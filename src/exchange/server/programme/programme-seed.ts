/** How often each incident happens, in percent of the markets of a series. */
export interface Incidents {
  /** Paused for a while, then unpaused. */
  readonly pausePercent: number
  /** Two decimals of a price become three, or three become two. */
  readonly tickChangePercent: number
  /** Gets a clarification on its bulletin board. */
  readonly clarificationPercent: number
  /** Its proposed result is disputed, and stands two minutes later. */
  readonly disputePercent: number
  /** Pays half a dollar for each share. Markets of a group exclude each other and never do. */
  readonly halvesPercent: number
  /** For a while its orders can only be taken off (CANCEL_ONLY). */
  readonly cancelOnlyPercent: number
  /** For a while orders rest and none is matched (MATCHING_NOT_ENABLED). */
  readonly matchingOffPercent: number
  /** Taken away before its end (REMOVED), which pays half a dollar for each share; never in a group. */
  readonly removalPercent: number
}

/** A team or player that may win. */
export interface Contestant {
  readonly name: string
  readonly abbreviation: string
}

/** A question that is asked again and again. `{start}` and `{end}` in a text stand for the times of the market. */
export interface QuestionSeries {
  readonly kind: 'question'
  readonly title: string
  readonly question: string
  /** Default: the question. */
  readonly description?: string
  readonly outcomes?: readonly [yes: string, no: string]
  /** Traded on the contracts of neg risk, though it stands alone. Default false. */
  readonly isNegRisk?: boolean
}

/** Several options of which exactly one comes true: a neg-risk group with a market for each. */
export interface GroupSeries {
  readonly kind: 'group'
  readonly title: string
  /** Asked of each option, whose name stands for `{option}`. */
  readonly question: string
  readonly options: readonly string[]
}

/** Two contestants, drawn for each occurrence. */
interface GameSeries {
  readonly league: string
  readonly contestants: readonly Contestant[]
}

/** A neg-risk group of three markets: first wins, draw, second wins. */
export interface SportsMatchSeries extends GameSeries {
  readonly kind: 'sports-match'
}

/** One market, whose outcomes are the two teams. */
export interface TeamMatchSeries extends GameSeries {
  readonly kind: 'sports-team-match'
}

/** One market: are there more points than a line. */
export interface PropsSeries extends GameSeries {
  readonly kind: 'sports-props'
  /** What is counted: goals, points, corners. */
  readonly unit: string
  /** One of these is drawn for each occurrence. */
  readonly lines: readonly number[]
}

/** One market, whose outcomes are the two teams: the first has to win by more than a line. */
export interface SpreadSeries extends GameSeries {
  readonly kind: 'sports-spread'
  /** One of these is drawn for each occurrence. */
  readonly lines: readonly number[]
}

/** One market, whose outcomes are the two teams. */
export interface EsportsSeries extends GameSeries {
  readonly kind: 'esports-lol' | 'esports-cs2'
  readonly bestOf: number
}

/** How often an account posts: a neg-risk group with a market for each range. */
export interface TweetCountSeries {
  readonly kind: 'tweet-count'
  readonly account: string
  /** Where ranges begin; the last one has no end. */
  readonly from: readonly number[]
}

/** Markets that open again and again. */
export type ProgrammeSeries = SeriesTerms &
  (
    | QuestionSeries
    | GroupSeries
    | SportsMatchSeries
    | TeamMatchSeries
    | SpreadSeries
    | PropsSeries
    | EsportsSeries
    | TweetCountSeries
  )

/** Series of some of the kinds. */
export type SeriesOf<K extends ProgrammeSeries['kind']> = Extract<ProgrammeSeries, { readonly kind: K }>

/** What each kind of series has. */
export interface SeriesTerms {
  /** Of the series; the slug of an occurrence has its start in Unix seconds behind it. */
  readonly name: string
  /** From one occurrence to the next; they begin at whole multiples of it since the epoch. */
  readonly everyMinutes: number
  /** Default: until the next. Longer: two are open for a while. */
  readonly lastsMinutes?: number
  readonly isYieldBearing?: boolean
  /** Decimals of a price. Default 2. */
  readonly decimals?: 2 | 3
  /** Default 200. */
  readonly feeRateBps?: number
  /** Points an hour for the makers of each market. Default 0. */
  readonly rewardsPerHour?: number
  /** At its beginning its points are multiplied. */
  readonly boost?: { readonly minutes: number; readonly multiplier: number }
  /** Where they differ from the programme's. */
  readonly incidents?: Partial<Incidents>
}

/** Markets that recur, and how often something disturbs them. */
export interface Programme {
  readonly series: readonly ProgrammeSeries[]
  /** What is left out never happens. */
  readonly incidents?: Partial<Incidents>
}
