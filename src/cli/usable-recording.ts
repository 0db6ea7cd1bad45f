import { loadRecording } from '../recording/load-recording.js'
import type { Recording } from '../recording/recording.js'
import { RecordingError } from '../recording/recording-error.js'
import { ExitCode, ExitError } from './exit.js'

/** Opens the recording that a person named. Rejects with an `ExitError` of code 2 where it is none. */
export async function usableRecording(path: string): Promise<Recording> {
  try {
    return await loadRecording(path)
  } catch (error) {
    if (error instanceof RecordingError) throw new ExitError(ExitCode.USAGE, error.message, error)
    throw error
  }
}
