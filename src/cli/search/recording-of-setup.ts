import { existsSync } from 'node:fs'
import type { Recording } from '../../recording/columns/recording.js'
import { RecordingError } from '../../recording/columns/recording-error.js'
import { loadRecording } from '../../recording/load-recording.js'
import { fileLine } from '../config/config-error.js'
import { runDecoders } from '../config/run-decoders.js'
import type { BacktestSetup } from './backtest-setup.js'

/** Opens the recording of a config. Rejects with a `RecordingError`, which names the config's file and line if the recording is missing. */
export async function recordingOfSetup({ recording, recordingPath: path, source }: BacktestSetup): Promise<Recording> {
  if (path !== null && !existsSync(recording))
    throw new RecordingError(`${fileLine(source, path)}: ${path.join('.')}: there is no recording at ${recording}`)
  return loadRecording(recording, runDecoders)
}
