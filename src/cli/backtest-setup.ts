import type { RoundTrip } from '../../backtest/latency.js'
import type { Assignment } from '../engine/desk-options.js'
import type { FillModel } from '../model/fill-model.js'
import type { BacktestConfig } from './backtest-schema.js'
import type { ConfigSource } from './config-error.js'

/** A backtest's config, with everything in it loaded but the recording. */
export interface BacktestSetup {
  readonly config: BacktestConfig
  readonly source: ConfigSource
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
