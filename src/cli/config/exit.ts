/** The exit code of a command, for scripts. */
export const ExitCode = {
  DONE: 0,
  FAILED: 1,
  /** Bad usage or config. */
  USAGE: 2,
  /** Refused for safety: halted, a second instance, a mismatch. */
  REFUSED: 3,
  /** Stopped, but the venue still shows open orders. */
  ORDERS_OPEN: 4,
} as const

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode]

/** The exit code of a process of ours; a process that was killed, which has none, counts as failed. */
export const exitCodeOf = (code: number | null): ExitCode =>
  Object.values(ExitCode).find(known => known === code) ?? ExitCode.FAILED

/** Ends a command with a code and a message that is clear without a stack. */
export class ExitError extends Error {
  readonly code: ExitCode

  constructor(code: ExitCode, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ExitError'
    this.code = code
  }
}

/** An error about what a person wrote: an option, an argument or a config. */
export const usageError = (message: string): ExitError => new ExitError(ExitCode.USAGE, message)
