import { resolve } from 'node:path'
import { FILL_MODELS } from '../exchange/core/fill-models.js'
import type { FillModel } from '../model/fill-model.js'
import { backtestSchema, MODELS } from './backtest-schema.js'
import type { BacktestSetup } from './backtest-setup.js'
import { readTrips } from './chosen-latency.js'
import { checked, complaint, loadSource } from './config.js'
import { ExitCode, ExitError } from './exit.js'
import { loadStrategy } from './load-strategy.js'

/** Reads a config and what it names. Rejects with an `ExitError` of code 2 that names file and line. */
export async function setUpBacktest(
  file: string,
  asked: { readonly models?: string | undefined; readonly recording?: string | undefined },
): Promise<BacktestSetup> {
  const source = loadSource(file)
  const config = checked(source, backtestSchema, source.document.toJS(), [])
  const folder = resolve(file, '..')
  const definition = await loadStrategy(config.strategy, folder).catch((error: unknown) => {
    throw error instanceof ExitError ? complaint(source, ['strategy'], error.message) : error
  })
  return {
    config,
    source,
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
