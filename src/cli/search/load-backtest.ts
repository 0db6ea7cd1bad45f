import type { ConfigSource } from '../config/config-error.js'
import { isRunConfig } from '../config/is-run-config.js'
import type { BacktestAsked, BacktestSetup } from './backtest-setup.js'
import { loadPortfolio } from './load-portfolio.js'
import { loadSearch } from './load-search.js'

/**
 * Checks a config and loads what it names: the config of a backtest, or that of a run, recognized by its `strategies`. `source` is
 * `loadSource(file)`, or `parseSource(name, text)` for a text without a file. Rejects with an `ExitError` of code 2 that names file and line.
 */
export const loadBacktest = (source: ConfigSource, asked: BacktestAsked = {}): Promise<BacktestSetup> =>
  isRunConfig(source) ? loadPortfolio(source, asked) : loadSearch(source, asked)
