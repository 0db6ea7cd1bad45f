import type { Recording } from '../../recording/columns/recording.js'
import { INPUT_LOG_FORMAT } from '../../recording/log/input-log.js'
import type { LoadedConfig } from '../config/config.js'

/**
 * The config of a run over a recording that does not record when its venue was asked about quiet books: without the default of
 * `limits.inputAgeMaxMs`, because every quiet book would go dark. A value that the config sets is kept, and so is the default over our own logs,
 * which contain those answers.
 */
export function withoutProbes(loaded: LoadedConfig, recording: Pick<Recording, 'format'>): LoadedConfig {
  if (hasProbes(recording) || isWritten(loaded)) return loaded
  const { config } = loaded
  return { ...loaded, config: { ...config, limits: { ...config.limits, inputAgeMaxMs: null } } }
}

const hasProbes = ({ format }: Pick<Recording, 'format'>): boolean => format.split('+').includes(INPUT_LOG_FORMAT)

const isWritten = ({ source }: LoadedConfig): boolean => source.document.getIn(['limits', 'inputAgeMaxMs']) !== undefined
