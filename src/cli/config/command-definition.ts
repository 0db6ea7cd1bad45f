import type { z } from 'zod'
import type { ExitCode } from './exit.js'

/**
 * The export `command` of a command's file. `oddsmith ./spread.ts` runs it; `oddsmith spread` runs it if it is in an installed package
 * `oddsmith-command-spread`.
 */
export interface CommandDefinition<O extends z.ZodType = z.ZodType> {
  /** The name used in messages. */
  readonly name: string
  readonly version: 1
  /** One sentence for `--help`. */
  readonly description: string
  /**
   * Positional arguments, as `--help` shows them: `<recording>` is required, `[market]` is optional, `<files...>` takes all that remain. Absent:
   * none.
   */
  readonly arguments?: readonly string[]
  /**
   * A zod object of options: a number field `topCount` becomes `--top-count <number>`, a boolean field becomes a flag. `--help` shows descriptions
   * and defaults. `--json` and `--help` always exist. Absent: no other options.
   */
  readonly options?: O
  /** An example command line for `--help`. */
  readonly example?: string
  /** Runs the command. An `ExitError` ends it with its code and message; any other error ends it with 1. Returns what to print, or nothing. */
  run(call: CommandCall<z.output<O>>): CommandAnswer | undefined | Promise<CommandAnswer | undefined>
}

/** One call of a command. */
export interface CommandCall<O> {
  /** As typed, in order. */
  readonly arguments: readonly string[]
  /** Checked by the schema. */
  readonly options: O
  /** The working folder, to which typed paths are relative. */
  readonly folder: string
  /** Prints a line for a person to stderr while the command runs. */
  note(line: string): void
}

/** The result of a command. */
export interface CommandAnswer {
  /** Text for a person, on stdout. */
  readonly text: string
  /** The JSON document that `--json` prints instead. */
  readonly json: unknown
  /** Absent: `ExitCode.DONE`. */
  readonly code?: ExitCode
}
