/**
 * The door for authors of strategies, reference feeds and commands: nouns, the tools for prices and sizes, the answers a strategy gives, estimators and
 * models, and zod for parameters and configs.
 *
 * @module oddsmith
 */
export { z } from 'zod'
export type { CommandAnswer, CommandCall, CommandDefinition } from './cli/config/command-definition.js'
export { ExitCode, ExitError } from './cli/config/exit.js'
export type {
  FeedDefinition,
  FeedParts,
  FeedPoll,
  FeedReader,
  FeedSocket,
  FeedVenue,
  ReadVenue,
} from './feeds/feed-definition.js'
export type { Brand } from './model/brand.js'
export type { Fill } from './model/fill.js'
export type { Decoder, Frame } from './model/frame.js'
export { grid, type OrderGrid, type PriceGrid, type SizeGrid } from './model/grid.js'
export { type FillKey, MarketId, MarketIndex, OrderId } from './model/ids.js'
export type { Market } from './model/market.js'
export { type BookSide, cost, type Level, type Outcome, otherOutcome, Price, type Side, Size, Wei } from './model/money.js'
export type { Position } from './model/position.js'
export {
  type Decision,
  type HaltRequest,
  halt,
  type Keep,
  keep,
  type Ladder,
  type Pull,
  pull,
  type Quotes,
  type Take,
  type TakeStyle,
  type TakeTerms,
  type Touch,
} from './model/quote.js'
export type { Reading } from './model/reading.js'
export { Timestamp } from './model/time.js'
export { ArrivalIntensity, type Intensity, type IntensityOptions } from './strategy/estimators/arrival-intensity.js'
export { FillIntensity, type FillIntensityOptions, type FillLook } from './strategy/estimators/fill-intensity.js'
export { FixedClock } from './strategy/estimators/fixed-clock.js'
export { JumpSplit } from './strategy/estimators/jump-split.js'
export { Markout, type MarkoutOptions } from './strategy/estimators/markout.js'
export { RealisedVolatility, type VolatilityOptions } from './strategy/estimators/realised-volatility.js'
export { byTimeLeft, type HorizonOptions, type Knot, secondsToCarry } from './strategy/estimators/time-to-resolution.js'
export { TradeFlow, type TradeFlowOptions } from './strategy/estimators/trade-flow.js'
export { weightedMid } from './strategy/estimators/weighted-mid.js'
export { type MakerQuotesParts, makerQuotes, type RawLevel } from './strategy/maker-quotes.js'
export { halfSpreadMinParameter, horizonParameter, sizeFields } from './strategy/model-fields.js'
export {
  avellanedaStoikov,
  type ModelQuotes,
  type PaperInputs,
  type PracticalInputs,
  practicalAvellanedaStoikov,
} from './strategy/models/avellaneda-stoikov.js'
export { type GlftInputs, type GlftQuotes, glft } from './strategy/models/glft.js'
export { coherentPrices, groupLean, type OutcomePrice } from './strategy/models/group-prices.js'
export { liquidityReward, type YieldTerms } from './strategy/models/liquidity-reward.js'
export { logistic, logit } from './strategy/models/logit.js'
export {
  type LogitInputs,
  type LogitQuotes,
  logitMaker,
  martingaleDrift,
  type SpreadTerm,
} from './strategy/models/logit-maker.js'
export { normal } from './strategy/models/normal.js'
export { type CarryInputs, secondsOfVariance } from './strategy/models/seconds-of-variance.js'
export { type NearEnd, type NearEndParameters, type NearEndStand, nearEnd, nearEndParameters } from './strategy/near-end.js'
export { type ModelAnswer, restModel } from './strategy/rest-model.js'
export { scoringRule } from './strategy/scoring-rule.js'
export type { Strategy, StrategyDefinition } from './strategy/strategy.js'
export { termsOf } from './strategy/terms-of.js'
export { type GaugeOptions, gaugeFields, TouchGauge } from './strategy/touch-gauge.js'
export type { DarkBook, DarkReference, LiveBook, LiveReference, Trade, View } from './strategy/view.js'
