import { resolve } from 'node:path'
import { FILL_MODELS } from '../exchange/core/fill-models.js'
import type { FillModel } from '../model/fill-model.js'
import { backtestSchema, MODELS } from './backtest-schema.js'
import type { BacktestAsked, BacktestSetup } from './backtest-setup.js'
import { readTrips } from './chosen-latency.js'
import { checked, complaint } from './config.js'
import type { ConfigSource } from './config-error.js'
import { ExitCode, ExitError } from './exit.js'
import { loadStrategy } from './load-strategy.js'

/**
 * Checks a config and loads what it names. `source` is `loadSource(file)`, or `parseSource(name, text)` of a text that is in no file. Rejects with an
 * `ExitError` of code 2 that names file and line.
 */
export async function setUpBacktest(source: ConfigSource, asked: BacktestAsked = {}): Promise<BacktestSetup> {
  const config = checked(source, backtestSchema, source.document.toJS(), [])
  const folder = resolve(source.file, '..')
  const definition = await loadStrategy(config.strategy, folder).catch((error: unknown) => {
    throw error instanceof ExitError ? complaint(source, ['strategy'], error.message) : error
  })
  return {
    config,
    source,
    asked,
    folder,
    definition,
    parameters: checked(source, definition.parameters, config.parameters, ['parameters']),
    recording: asked.recording === undefined ? resolve(folder, config.recording) : resolve(asked.recording),
    models: modelsOf(asked.models ?? config.models.join(',')),
    trips: await readTrips({ config, source, folder }),
  }
}

/** The pessimistic one first: it is the headline. */
function modelsOf(text: string): readonly FillModel[] {
  const names = text === 'all' ? MODELS : text.split(',').map(name => name.trim())
  const unknown = names.find(name => !(name in FILL_MODELS))
  if (unknown !== undefined)
    throw new ExitError(ExitCode.USAGE, `--models: expected all, or some of ${MODELS.join(', ')}, found "${unknown}"`)
  return MODELS.filter(name => names.includes(name)).map(name => FILL_MODELS[name])
}
