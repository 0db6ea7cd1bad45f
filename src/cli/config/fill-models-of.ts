import { FILL_MODELS } from '../../exchange/core/fill-models.js'
import type { FillModel } from '../../model/fill-model.js'
import { MODELS } from './backtest-terms.js'
import { ExitCode, ExitError } from './exit.js'

/** The fill models of `all`, or of names with commas between; the pessimistic one first: it is the headline. Throws an `ExitError` of code 2. */
export function fillModelsOf(text: string): readonly FillModel[] {
  const names = text === 'all' ? MODELS : text.split(',').map(name => name.trim())
  const unknown = names.find(name => !(name in FILL_MODELS))
  if (unknown !== undefined)
    throw new ExitError(ExitCode.USAGE, `--models: expected all, or some of ${MODELS.join(', ')}, found "${unknown}"`)
  return MODELS.filter(name => names.includes(name)).map(name => FILL_MODELS[name])
}
