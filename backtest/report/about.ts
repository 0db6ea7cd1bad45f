import type { Timestamp } from '../../src/model/time.js'
import type { SourceClock } from '../../src/recording/columns/clock-offset.js'

/** A period without data for a market, or for all of them. */
export interface CoverageGap {
  /** The market's question or id; null: the whole recording. */
  readonly market: string | null
  readonly from: Timestamp
  readonly to: Timestamp
  readonly why: string
}

/** What the recording contains, according to its manifest. */
export interface ReportCoverage {
  readonly from: Timestamp
  readonly to: Timestamp
  readonly gaps: readonly CoverageGap[]
  /** Lines without usable content. */
  readonly dropped: number
  /** Lines that repeated an earlier one. */
  readonly duplicates: number
  /** Rows that were moved or repaired by a documented rule. */
  readonly repaired: number
  /** Share of prints paired with the decrease they caused, 0 to 1; null: no prints. */
  readonly printsPaired: number | null
  readonly clocks: readonly SourceClock[]
}

/** The fee schedule a backtest charged. */
export interface ReportFees {
  /** Such as `recorded`, or `200 bps of a taker`. */
  readonly schedule: string
  readonly isOfRecordedVenue: boolean
}

/** The venue rules of a backtest. */
export interface ReportProfile {
  /** Such as `kalshi`, or a user's own. */
  readonly name: string
  /** Least order and grid, as text. */
  readonly orders: string
  /** Where its rules are published. */
  readonly sources: readonly string[]
}

/** Facts about a backtest that are not in its result. */
export interface ReportAbout {
  /** Title of the page: the strategy and the recording. */
  readonly title: string
  /** As typed. */
  readonly command: string
  /** The effective configuration, as text. */
  readonly config: string
  readonly coverage: ReportCoverage
  readonly fees: ReportFees
  readonly profile: ReportProfile
  /** As text, such as `50 ms each way`. */
  readonly latency: string
  /** For the replay only. */
  readonly wallSeconds: number
  /** For the run as a whole, one sentence each; those of an account are in the result. */
  readonly warnings: readonly string[]
}
