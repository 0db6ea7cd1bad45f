import type { RoundTrip } from '../../backtest/latency.js'
import type { Assignment } from '../engine/desk-options.js'
import type { FillModel } from '../model/fill-model.js'
import type { BacktestConfig } from './backtest-schema.js'
import type { ConfigSource } from './config-error.js'

/** What is asked of a backtest beside its config: plain data, so that a thread can be asked the same. */
export interface BacktestAsked {
  /** `all`, or names with commas between. Absent: those of the config. */
  readonly models?: string | undefined
  /** Instead of the config's, seen from the working folder. */
  readonly recording?: string | undefined
}

/** A backtest's config, with everything in it loaded but the recording. */
export interface BacktestSetup {
  readonly config: BacktestConfig
  readonly source: ConfigSource
  readonly asked: BacktestAsked
  /** The config's, absolute: what it names is seen from there. */
  readonly folder: string
  readonly definition: Assignment['definition']
  readonly parameters: unknown
  /** Absolute. */
  readonly recording: string
  readonly models: readonly FillModel[]
  /** Of the run that the latency names; none where it names none. */
  readonly trips: readonly RoundTrip[]
}
