import { FILL_MODELS } from '../../exchange/core/fill-models.js'
import type { FillModel } from '../../model/fill-model.js'
import { MODELS } from './backtest-terms.js'
import { ExitCode, ExitError } from './exit.js'

/**
 * Parses fill models: `all`, or names separated by commas. The pessimistic one comes first, because reports show it first. Throws an `ExitError` of
 * code 2.
 */
export function fillModelsOf(text: string): readonly FillModel[] {
  const names = text === 'all' ? MODELS : text.split(',').map(name => name.trim())
  const unknown = names.find(name => !(name in FILL_MODELS))
  if (unknown !== undefined)
    throw new ExitError(ExitCode.USAGE, `--models: expected all, or some of ${MODELS.join(', ')}, found "${unknown}"`)
  return MODELS.filter(name => names.includes(name)).map(name => FILL_MODELS[name])
}
