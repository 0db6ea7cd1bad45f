/**
 * The door for research from code: recordings, backtests, searches and calibration with typed results. Nothing here writes to the terminal or ends the
 * process; what is wrong is a `ResearchError`. Prices are in 1/10,000, sizes in millionths of a share, money in wei, times in microseconds.
 *
 * @module oddsmith/research
 */
export type { Calibration } from '../backtest/calibrate/calibrate-models.js'
export type { FillComparison, HorizonScore } from '../backtest/calibrate/compare-fills.js'
export type { CoverageGap, ReportAbout, ReportCoverage, ReportFees, ReportProfile } from '../backtest/report/about.js'
export type { ExposureSummary } from '../backtest/report/exposures.js'
export type { FairRow, FairScores, Scores } from '../backtest/report/fair-scores.js'
export type { MarkoutPoint } from '../backtest/report/markouts.js'
export type { ProfitDigits } from '../backtest/report/profit-digits.js'
export type { Ratio, Ratios } from '../backtest/report/ratios.js'
export type { AccountSummary, BacktestSummary, DaySummary, MarketSummary, ShareSummary } from '../backtest/report/summary.js'
export type { TradeStatistics } from '../backtest/report/trade-statistics.js'
export type {
  AccountResult,
  AccountSample,
  BacktestResult,
  BookSample,
  FairSample,
  ProfitParts,
  QuoteSpan,
  RefusalCounts,
  RewardEstimate,
  SimulatedFill,
  SimulatedOrder,
  StrategyFailure,
  StrategyShare,
} from '../backtest/result.js'
export type { Doubt } from '../backtest/sweep/doubt.js'
export type { EventSpan, Fold } from '../backtest/sweep/folds.js'
export type { NumberedTrial, RankedTrial, Ranking } from '../backtest/sweep/rank.js'
export type { Axis, AxisValue } from '../backtest/sweep/space.js'
export type { FailedTrial, TrialResult } from '../backtest/sweep/trial.js'
export type { TrialRow } from '../backtest/sweep/trial-table.js'
export type { Pooled, WalkedFold } from '../backtest/sweep/walk.js'
export type { WrittenTerms } from './cli/config/backtest-terms.js'
export type { SweepDocument, TrialWords } from './cli/search/sweep-document.js'
export type { SearchKind } from './cli/search/sweep-points.js'
export type { FoldWords, WalkDocument } from './cli/search/walk-document.js'
export type { QuotingSeconds } from './engine/quoting-time.js'
export type { DarkReason } from './engine/side-time.js'
export { unpackEvent } from './model/columns.js'
export { type Column, type EventColumns, EventKind, type LevelCause, type MarketEvent, type Stamp } from './model/event.js'
export type { FeeFunction } from './model/fees.js'
export type { MarketId, MarketIndex } from './model/ids.js'
export type { Place } from './model/intent.js'
export type { Market, TickTable } from './model/market.js'
export { type BookSide, type Level, type Outcome, Price, type Side, Size, Wei } from './model/money.js'
export type { Payout } from './model/payout.js'
export { Timestamp } from './model/time.js'
export type { VenueMode } from './model/venue-mode.js'
export type { ClockOffset, SourceClock } from './recording/columns/clock-offset.js'
export type { Chunk, Gap, Recording, RecordingCoverage } from './recording/columns/recording.js'
export { type BacktestRequest, backtest, type FinishedBacktest, type ModelName } from './research/backtest.js'
export { type CalibrateRequest, calibrate, type FinishedCalibration } from './research/calibrate.js'
export { type OpenedRecording, openRecording } from './research/open-recording.js'
export type {
  BacktestFields,
  CodedFields,
  CodedRequest,
  ConfigRequest,
  GivenStrategy,
  RunFields,
  RunOptions,
} from './research/research-config.js'
export { ResearchError, type ResearchFault } from './research/research-error.js'
export type { SearchProgress, SearchRequest } from './research/search-request.js'
export { type FinishedSweep, sweep } from './research/sweep.js'
export { type FinishedWalk, walkForward } from './research/walk-forward.js'
