import type { z } from 'zod'
import type { ExitCode } from './exit.js'

/** What a file of a command exports as `command`: `oddsmith ./spread.ts` runs it, or `oddsmith spread` where a package `oddsmith-command-spread` is installed. */
export interface CommandDefinition<O extends z.ZodType = z.ZodType> {
  /** For messages. */
  readonly name: string
  readonly version: 1
  /** One sentence for `--help`. */
  readonly description: string
  /** What stands behind the command, as `--help` shows it: `<recording>` is needed, `[market]` may be left out, `<files...>` takes the rest. Absent: nothing. */
  readonly arguments?: readonly string[]
  /**
   * A zod object of options: a field `topCount` of a number is `--top-count <number>`, a boolean one is a flag. `describe` and defaults stand in `--help`.
   * `--json` and `--help` are there already. Absent: no others.
   */
  readonly options?: O
  /** A whole command line for `--help`. */
  readonly example?: string
  /**
   * Does it. An `ExitError` ends the command with its code and message; what else it throws ends it with 1. Answers what to print, or nothing where
   * there is nothing to say.
   */
  run(call: CommandCall<z.output<O>>): CommandAnswer | undefined | Promise<CommandAnswer | undefined>
}

/** One call of a command. */
export interface CommandCall<O> {
  /** As they were typed, in their order. */
  readonly arguments: readonly string[]
  /** Checked by the schema. */
  readonly options: O
  /** The working folder: paths that a person typed are seen from here. */
  readonly folder: string
  /** Tells the person something on the way, one line on stderr. */
  note(line: string): void
}

/** What a command came to. */
export interface CommandAnswer {
  /** What a person reads on stdout. */
  readonly text: string
  /** What `--json` prints in its place: one JSON document. */
  readonly json: unknown
  /** Absent: `ExitCode.DONE`. */
  readonly code?: ExitCode
}
