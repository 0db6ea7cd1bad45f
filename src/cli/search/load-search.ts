import { resolve } from 'node:path'
import { backtestSchema } from '../config/backtest-schema.js'
import { checked, complaint } from '../config/config.js'
import type { ConfigSource } from '../config/config-error.js'
import { expectKind } from '../config/expect-kind.js'
import { noCalls } from '../config/expect-possible.js'
import { fillModelsOf } from '../config/fill-models-of.js'
import { isRunConfig } from '../config/is-run-config.js'
import { strategyOf } from '../config/strategy-of.js'
import type { BacktestAsked, SearchSetup } from './backtest-setup.js'
import { readTrips } from './chosen-latency.js'
import { withAskedTerms } from './with-asked-terms.js'

/** Checks the config of a backtest and loads what it names. Rejects with an `ExitError` of code 2 that names file and line. */
export async function loadSearch(source: ConfigSource, asked: BacktestAsked = {}): Promise<SearchSetup> {
  if (isRunConfig(source)) throw complaint(source, ['strategies'], ONE_STRATEGY)
  expectKind(source, 'backtest')
  const config = checked(source, backtestSchema, withAskedTerms(source.document.toJS(), asked.terms), [])
  const none = noCalls(config)
  if (none !== null) throw complaint(source, none.path, none.what)
  const folder = resolve(source.file, '..')
  const { strategy, markets } = config
  const { definition, place } = await strategyOf(source, strategy, ['strategy'])
  const parameters: unknown = checked(source, definition.parameters, config.parameters, ['parameters'])
  return {
    kind: 'backtest',
    config,
    source,
    asked,
    folder,
    definition,
    parameters,
    stanzas: [{ strategy, place, definition, parameters, markets: markets === 'all' ? 'all' : markets.map(String) }],
    terms: config,
    termsPath: [],
    recording: asked.recording === undefined ? resolve(folder, config.recording) : resolve(asked.recording),
    recordingPath: asked.recording === undefined ? ['recording'] : null,
    models: fillModelsOf(asked.models ?? config.models.join(',')),
    trips: await readTrips({ terms: config, termsPath: [], source, folder }),
  }
}

const ONE_STRATEGY =
  'this is the config of a run, and a search varies the parameters of one strategy; write a config with recording, strategy and parameters, as config/backtest.yaml'

/** The same setup with other parameters, parsed by its strategy. Throws if the strategy refuses them. */
export function withParameters(setup: SearchSetup, written: unknown): SearchSetup {
  const parameters: unknown = setup.definition.parameters.parse(written)
  return { ...setup, parameters, stanzas: setup.stanzas.map(stanza => ({ ...stanza, parameters })) }
}
