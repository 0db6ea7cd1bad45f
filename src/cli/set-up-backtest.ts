import type { BacktestAsked, BacktestSetup } from './backtest-setup.js'
import type { ConfigSource } from './config-error.js'
import { isRunConfig } from './is-run-config.js'
import { setUpPortfolio } from './set-up-portfolio.js'
import { setUpSearch } from './set-up-search.js'

/**
 * Checks a config and loads what it names: a backtest's own config, or the config of a run, which is told by its `strategies`. `source` is
 * `loadSource(file)`, or `parseSource(name, text)` of a text that is in no file. Rejects with an `ExitError` of code 2 that names file and line.
 */
export const setUpBacktest = (source: ConfigSource, asked: BacktestAsked = {}): Promise<BacktestSetup> =>
  isRunConfig(source) ? setUpPortfolio(source, asked) : setUpSearch(source, asked)
