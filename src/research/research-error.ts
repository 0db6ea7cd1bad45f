import { ExitCode, ExitError } from '../cli/config/exit.js'
import { RecordingError } from '../recording/columns/recording-error.js'

/**
 * Why it failed. `config`: a config or an option is wrong, or names something missing. `recording`: a recording cannot be read. `locked`: another
 * process writes into the same folder. `failed`: it was started and gave no result.
 */
export type ResearchFault = 'config' | 'recording' | 'locked' | 'failed'

/** What was wrong and what to do, in the words of the command line; `cause` is the original error. */
export class ResearchError extends Error {
  readonly fault: ResearchFault

  constructor(fault: ResearchFault, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ResearchError'
    this.fault = fault
  }
}

/** Runs a function; the project's own errors become a `ResearchError`, others are rethrown. */
export async function withResearchErrors<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof RecordingError) throw new ResearchError('recording', error.message, error)
    if (error instanceof ExitError) throw new ResearchError(faultOf(error), error.message, error)
    throw error
  }
}

function faultOf({ code }: ExitError): ResearchFault {
  if (code === ExitCode.USAGE) return 'config'
  return code === ExitCode.REFUSED ? 'locked' : 'failed'
}
