import { Command, CommanderError } from 'commander'
import { JournalError } from '../journal/journal-error.js'
import { reasonOf } from '../model/reason-of.js'
import { DoorCallError } from '../operator/door-call-error.js'
import { RecordingError } from '../recording/columns/recording-error.js'
import { RefusedError, VenueError } from '../venues/venue-error.js'
import { ExitCode, ExitError } from './config/exit.js'
import { packageVersion } from './config/package-manifest.js'
import { missingDuckDb } from './missing-duckdb.js'
import { warnText } from './screen/print-text.js'

/** The last words of `--help`. */
const OWN_COMMANDS =
  '\nA command of your own: oddsmith ./mine.ts, or oddsmith NAME of an installed\npackage oddsmith-command-NAME (docs/commands.md)'

/** Creates a command, which calls `done` with its exit code. */
export type CreateCommand = (done: (code: ExitCode) => void) => Command

/**
 * Runs the command that the arguments of a process name, one of these or one of the user's own, and returns its exit code. The help leaves out those
 * of `hidden`.
 */
export async function runProgram(
  argv: readonly string[],
  commands: readonly CreateCommand[],
  hidden: readonly CreateCommand[] = [],
): Promise<ExitCode> {
  let code: ExitCode = ExitCode.DONE
  const done = (ended: ExitCode): void => {
    code = ended
  }
  const program = new Command('oddsmith')
    .description('makes markets on prediction markets: on paper, live, or over recorded time')
    .version(packageVersion())
    .showHelpAfterError(HELP_HINT)
  for (const create of commands) program.addCommand(create(done).hook('preAction', (_, command) => expectValues(command)))
  for (const create of hidden) program.addCommand(create(done), { hidden: true })
  program.addHelpText('after', OWN_COMMANDS)
  const [node = '', script = '', ...written] = argv
  const words = written[0] === 'help' && written.length > 1 ? [...written.slice(1), '--help'] : written
  try {
    await addOwnCommand(program, words[0], done)
    throwInsteadOfExit(program)
    await program.parseAsync([node, script, ...(isKnown(program, words[0]) ? words : words.slice(0, 1))])
    return code
  } catch (error) {
    return failed(error)
  }
}

/** Refuses `--out ""`, as a script writes it whose variable is not set: it would mean the working folder, or listening on every address. */
function expectValues(command: Command): void {
  for (const option of command.options)
    if (command.getOptionValue(option.attributeName()) === '')
      throw new ExitError(ExitCode.USAGE, `${option.long}: expected a value, found an empty text`)
}

/** Adds the user's own command, if the name is none of this program. Only then is the code that loads it imported, because it is slow to import. */
async function addOwnCommand(program: Command, name: string | undefined, done: (code: ExitCode) => void): Promise<void> {
  if (name === undefined || name === 'help' || isKnown(program, name)) return
  const { ownCommand } = await import('./own-command.js')
  const own = await ownCommand(name, process.cwd(), done)
  if (own !== null) program.addCommand(own, { hidden: true })
}

/**
 * Whether the first word is an option, a command, or missing. After any other word the rest is dropped: commander would answer `unknown --help` with
 * the help of the program, and not say that the command is unknown.
 */
function isKnown(program: Command, word: string | undefined): boolean {
  return word === undefined || word.startsWith('-') || program.commands.some(each => each.name() === word)
}

function throwInsteadOfExit(program: Command): void {
  program.exitOverride()
  // In a terminal of 80 columns, descriptions of commands have 30. Commander wraps only columns of 40 and more, and the terminal would cut words.
  if (process.stdout.isTTY) program.configureHelp({ minWidthToWrap: 20 })
  for (const sub of program.commands) throwInsteadOfExit(sub.showHelpAfterError(HELP_HINT))
}

const HELP_HINT = '(--help says more)'

/** Whether the venue gave no usable answer. The message of a refusal says what is wrong. */
const isSilence = (error: unknown): boolean =>
  error instanceof VenueError && !(error instanceof RefusedError) && error.retryable

const SILENCE = '; "oddsmith doctor" with the config asks each host of the venue and says what to do'

function failed(error: unknown): ExitCode {
  // Commander has printed it already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.DONE : ExitCode.USAGE
  const isExpected =
    error instanceof ExitError ||
    error instanceof VenueError ||
    error instanceof JournalError ||
    error instanceof DoorCallError ||
    error instanceof RecordingError
  const words = isExpected || !(error instanceof Error) ? reasonOf(error) : (error.stack ?? error.message)
  const text = missingDuckDb(error) ?? words
  warnText(`oddsmith: ${text}${isSilence(error) ? SILENCE : ''}\n`)
  if (error instanceof ExitError) return error.code
  // A recording that cannot be read is bad input, wherever and however late that is found.
  return error instanceof RecordingError ? ExitCode.USAGE : ExitCode.FAILED
}
