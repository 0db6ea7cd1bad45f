import { existsSync } from 'node:fs'
import { RecordingError } from '../../recording/columns/recording-error.js'
import { inputLogOf } from '../../recording/open-by-content.js'
import { ExitCode, ExitError } from '../config/exit.js'

/** The input log of a run. Throws an `ExitError` of code 2 if the path is no run. */
export function logOfRun(run: string): string {
  try {
    return inputLogOf(run)
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error
    const why = existsSync(run) ? `${run} has no input log` : error.message
    throw new ExitError(ExitCode.USAGE, `${why}: expected a folder under runs/, or its input log`, error)
  }
}
