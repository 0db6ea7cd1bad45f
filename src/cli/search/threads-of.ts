import { availableParallelism } from 'node:os'
import { ExitCode, ExitError } from '../config/exit.js'

const THREADS_MAX = 256

/** The number of threads from the command line; default: every core. Throws an `ExitError` of code 2. */
export function threadsOf(text: string | undefined): number {
  if (text === undefined) return availableParallelism()
  const threads = Number(text)
  if (/^\d{1,3}$/.test(text) && threads >= 1 && threads <= THREADS_MAX) return threads
  throw new ExitError(ExitCode.USAGE, `--threads: expected a whole number from 1 to ${THREADS_MAX}, found "${text}"`)
}
