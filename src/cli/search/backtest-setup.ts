import type { RoundTrip } from '../../../backtest/latency.js'
import type { Assignment } from '../../engine/desk-options.js'
import type { FillModel } from '../../model/fill-model.js'
import type { BacktestConfig } from '../config/backtest-schema.js'
import type { BacktestTerms, WrittenTerms } from '../config/backtest-terms.js'
import type { LoadedConfig } from '../config/config.js'
import type { ConfigSource } from '../config/config-error.js'
import type { Stanza } from '../config/load-stanzas.js'

/** Options of a backtest beside its config: plain data, so that they can be sent to a thread. */
export interface BacktestAsked {
  /** `all`, or names separated by commas. Absent: those of the config. */
  readonly models?: string | undefined
  /** Replaces the config's, relative to the working folder. */
  readonly recording?: string | undefined
  /** Replaces the config's; fees, settlement and rewards are replaced field by field. */
  readonly terms?: WrittenTerms | undefined
}

interface SetupParts {
  readonly source: ConfigSource
  readonly asked: BacktestAsked
  /** The absolute path of the config, whose folder its paths are relative to. */
  readonly folder: string
  /** Strategies with the markets they want, in the order of the config. */
  readonly stanzas: readonly Stanza[]
  readonly terms: BacktestTerms
  /** The path of the terms in the config. */
  readonly termsPath: readonly string[]
  /** The absolute path. */
  readonly recording: string
  /** Where the config names it; null: the command line or code did. */
  readonly recordingPath: readonly string[] | null
  readonly models: readonly FillModel[]
  /** Round trips of the run that the latency names; empty: it names none. */
  readonly trips: readonly RoundTrip[]
}

/** A loaded config of a backtest, with one strategy, whose parameters may be searched. The recording is not loaded. */
export interface SearchSetup extends SetupParts {
  readonly kind: 'backtest'
  readonly config: BacktestConfig
  readonly definition: Assignment['definition']
  readonly parameters: unknown
}

/** A loaded config of a run, to run over a recording: several strategies with one account. The recording is not loaded. */
export interface PortfolioSetup extends SetupParts {
  readonly kind: 'run'
  readonly loaded: LoadedConfig
}

export type BacktestSetup = SearchSetup | PortfolioSetup
