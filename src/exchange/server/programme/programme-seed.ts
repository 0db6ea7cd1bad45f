/** How often each incident happens, in percent of the markets of a series. */
export interface Incidents {
  /** Paused for a while, then unpaused. */
  readonly pausePercent: number
  /** The tick changes: two decimals of a price become three, or three become two. */
  readonly tickChangePercent: number
  /** The market gets a clarification on its bulletin board. */
  readonly clarificationPercent: number
  /** The proposed result is disputed; it becomes final two minutes later. */
  readonly disputePercent: number
  /** The market pays half a dollar for each share. A market of a group never does, because exactly one market of a group is Yes. */
  readonly halvesPercent: number
  /** For a while the market's orders can only be removed (CANCEL_ONLY). */
  readonly cancelOnlyPercent: number
  /** For a while orders rest and none is matched (MATCHING_NOT_ENABLED). */
  readonly matchingOffPercent: number
  /** The market is removed before its end (REMOVED), which pays half a dollar for each share; never in a group. */
  readonly removalPercent: number
}

/** A team or player that may win. */
export interface Contestant {
  readonly name: string
  readonly abbreviation: string
}

/** A question that is asked again and again. `{start}` and `{end}` in a text are replaced by the times of the market. */
export interface QuestionSeries {
  readonly kind: 'question'
  readonly title: string
  readonly question: string
  /** Default: the question. */
  readonly description?: string
  readonly outcomes?: readonly [yes: string, no: string]
  /** Whether the market uses the neg-risk contracts although it belongs to no group. Default false. */
  readonly isNegRisk?: boolean
}

/** Several options of which exactly one comes true: a neg-risk group with a market for each. */
export interface GroupSeries {
  readonly kind: 'group'
  readonly title: string
  /** Asked of each option, whose name replaces `{option}`. */
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

/** One market: is the count of points above a line. */
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
  /** Lower ends of the ranges; the last range has no upper end. */
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
  /** Name of the series; the slug of an occurrence is this and its start in Unix seconds. */
  readonly name: string
  /** Minutes from one occurrence to the next; they begin at whole multiples of this since the epoch. */
  readonly everyMinutes: number
  /** Default: until the next occurrence begins. If longer, two are open for a while. */
  readonly lastsMinutes?: number
  readonly isYieldBearing?: boolean
  /** Decimals of a price. Default 2. */
  readonly decimals?: 2 | 3
  /** Default 200. */
  readonly feeRateBps?: number
  /** Points an hour for the makers of each market. Default 0. */
  readonly rewardsPerHour?: number
  /** Multiplies the points at the beginning of a market. Default: no boost. */
  readonly boost?: { readonly minutes: number; readonly multiplier: number }
  /** Incidents that differ from the programme's. */
  readonly incidents?: Partial<Incidents>
}

/** Markets that recur, and how often something disturbs them. */
export interface Programme {
  readonly series: readonly ProgrammeSeries[]
  /** An incident that is left out never happens. */
  readonly incidents?: Partial<Incidents>
}
