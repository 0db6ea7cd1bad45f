import type { Timestamp } from '../../src/model/time.js'
import type { SourceClock } from '../../src/recording/columns/venue-clock.js'

/** A stretch in which nothing is known of a market, or of all of them. */
export interface CoverageGap {
  /** The market's question or id; null: the whole recording. */
  readonly market: string | null
  readonly from: Timestamp
  readonly to: Timestamp
  readonly why: string
}

/** What the recording holds, as its manifest says. */
export interface ReportCoverage {
  readonly from: Timestamp
  readonly to: Timestamp
  readonly gaps: readonly CoverageGap[]
  /** Rows that said nothing usable. */
  readonly dropped: number
  /** Lines that told what was told already. */
  readonly duplicates: number
  /** Rows that were moved or mended by a documented rule. */
  readonly repaired: number
  /** Share of prints that name the decrease they caused, 0 to 1; null: no prints. */
  readonly printsPaired: number | null
  readonly clocks: readonly SourceClock[]
}

/** The fee schedule a backtest charged. */
export interface ReportFees {
  /** Such as `recorded`, or `200 bps of a taker`. */
  readonly schedule: string
  readonly isOfRecordedVenue: boolean
}

/** The venue's rules a backtest went by. */
export interface ReportProfile {
  /** Such as `kalshi`, or a user's own. */
  readonly name: string
  /** Least order and grid, in words. */
  readonly orders: string
  /** Where its rules are published. */
  readonly sources: readonly string[]
}

/** What a result does not know of its own making. */
export interface ReportAbout {
  /** Of the page: the strategy and the recording. */
  readonly title: string
  /** As it was typed. */
  readonly command: string
  /** The configuration as it took effect, as text. */
  readonly config: string
  readonly coverage: ReportCoverage
  readonly fees: ReportFees
  readonly profile: ReportProfile
  /** In words, such as `50 ms each way`. */
  readonly latency: string
  /** Of the replay proper. */
  readonly wallSeconds: number
  /** Of the run as a whole, a sentence each; those of an account are in the result. */
  readonly warnings: readonly string[]
}
