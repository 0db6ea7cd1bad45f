import type { Recording } from '../../recording/columns/recording.js'
import { INPUT_LOG_FORMAT } from '../../recording/log/input-log.js'
import type { LoadedConfig } from '../config/config.js'

/**
 * The config of a run over a recording that does not say when its venue was asked for a quiet book: without the default of `limits.inputAgeMaxMs`, since
 * every quiet book would go dark. A figure that the config names holds, and so does the default over logs of our own, which have those answers.
 */
export function withoutProbes(loaded: LoadedConfig, recording: Pick<Recording, 'format'>): LoadedConfig {
  if (hasProbes(recording) || isWritten(loaded)) return loaded
  const { config } = loaded
  return { ...loaded, config: { ...config, limits: { ...config.limits, inputAgeMaxMs: null } } }
}

const hasProbes = ({ format }: Pick<Recording, 'format'>): boolean => format.split('+').includes(INPUT_LOG_FORMAT)

const isWritten = ({ source }: LoadedConfig): boolean => source.document.getIn(['limits', 'inputAgeMaxMs']) !== undefined
