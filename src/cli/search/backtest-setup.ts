import type { RoundTrip } from '../../../backtest/latency.js'
import type { Assignment } from '../../engine/desk-options.js'
import type { FillModel } from '../../model/fill-model.js'
import type { BacktestConfig } from '../config/backtest-schema.js'
import type { BacktestTerms, WrittenTerms } from '../config/backtest-terms.js'
import type { LoadedConfig } from '../config/config.js'
import type { ConfigSource } from '../config/config-error.js'
import type { Stanza } from '../config/load-stanzas.js'

/** What is asked of a backtest beside its config: plain data, so that a thread can be asked the same. */
export interface BacktestAsked {
  /** `all`, or names with commas between. Absent: those of the config. */
  readonly models?: string | undefined
  /** Instead of the config's, seen from the working folder. */
  readonly recording?: string | undefined
  /** Instead of the config's; of fees, settlement and rewards field by field. */
  readonly terms?: WrittenTerms | undefined
}

interface SetupParts {
  readonly source: ConfigSource
  readonly asked: BacktestAsked
  /** The config's, absolute: what it names is seen from there. */
  readonly folder: string
  /** Strategies with what they want, in the order of the config. */
  readonly stanzas: readonly Stanza[]
  readonly terms: BacktestTerms
  /** Where the terms stand in the config. */
  readonly termsPath: readonly string[]
  /** Absolute. */
  readonly recording: string
  readonly models: readonly FillModel[]
  /** Of the run that the latency names; none where it names none. */
  readonly trips: readonly RoundTrip[]
}

/** A backtest's own config, of one strategy, whose parameters may be searched. Everything in it is loaded but the recording. */
export interface SearchSetup extends SetupParts {
  readonly kind: 'backtest'
  readonly config: BacktestConfig
  readonly definition: Assignment['definition']
  readonly parameters: unknown
}

/** The config of a run, to be tried over a recording: several strategies with one account. Everything in it is loaded but the recording. */
export interface PortfolioSetup extends SetupParts {
  readonly kind: 'run'
  readonly loaded: LoadedConfig
}

export type BacktestSetup = SearchSetup | PortfolioSetup
