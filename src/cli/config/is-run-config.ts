import type { ConfigSource } from './config-error.js'
import { tellingField } from './telling-field.js'

/** Whether a file is the config of a run, which has a venue and a list of strategies; the config of a backtest has neither. */
export const isRunConfig = (source: ConfigSource): boolean => tellingField(source)?.kind === 'run'
