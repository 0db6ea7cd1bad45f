#!/usr/bin/env node
import { setTimeout as pause } from 'node:timers/promises'
import { Command, CommanderError } from 'commander'
import { JournalError } from '../journal/journal-error.js'
import { DoorCallError } from '../operator/door-call-error.js'
import { RecordingError } from '../recording/columns/recording-error.js'
import { VenueError } from '../venues/venue-error.js'
import { alertsCommand } from './commands/alerts.js'
import { approveCommand } from './commands/approve.js'
import { backtestCommand } from './commands/backtest.js'
import { calibrateCommand } from './commands/calibrate.js'
import { cancelAllCommand } from './commands/cancel-all.js'
import { compareCommand } from './commands/compare.js'
import { daemonCommand } from './commands/daemon.js'
import { doctorCommand } from './commands/doctor.js'
import { doorCommand } from './commands/door.js'
import { eventsCommand } from './commands/events.js'
import { exchangeCommand } from './commands/exchange.js'
import { fleetCommand } from './commands/fleet.js'
import { haltCommand } from './commands/halt.js'
import { importCommand } from './commands/import.js'
import { initCommand } from './commands/init.js'
import { journalCommand } from './commands/journal.js'
import { keysCommand } from './commands/keys.js'
import { marketsCommand } from './commands/markets.js'
import { mergeCommand } from './commands/merge.js'
import { newStrategyCommand } from './commands/new-strategy.js'
import { pageCommand } from './commands/page.js'
import { pauseCommand } from './commands/pause.js'
import { recordCommand } from './commands/record.js'
import { redeemCommand } from './commands/redeem.js'
import { reloadCommand } from './commands/reload.js'
import { replayCommand } from './commands/replay.js'
import { restartCommand } from './commands/restart.js'
import { resumeCommand } from './commands/resume.js'
import { runCommand } from './commands/run.js'
import { setCommand } from './commands/set.js'
import { splitCommand } from './commands/split.js'
import { statusCommand } from './commands/status.js'
import { strategiesCommand } from './commands/strategies.js'
import { sweepCommand } from './commands/sweep.js'
import { topCommand } from './commands/top.js'
import { walkForwardCommand } from './commands/walk-forward.js'
import { ExitCode, ExitError, reasonOf } from './config/exit.js'
import { packageVersion } from './config/package-manifest.js'
import { flushWriters } from './screen/bounded-writer.js'
import { printAside } from './screen/print-aside.js'
import { wakePool } from './wake-pool.js'

const COMMANDS = [
  runCommand,
  exchangeCommand,
  backtestCommand,
  compareCommand,
  calibrateCommand,
  sweepCommand,
  walkForwardCommand,
  marketsCommand,
  strategiesCommand,
  initCommand,
  newStrategyCommand,
  recordCommand,
  importCommand,
  replayCommand,
  journalCommand,
  doctorCommand,
  keysCommand,
  alertsCommand,
  statusCommand,
  topCommand,
  fleetCommand,
  eventsCommand,
  pageCommand,
  doorCommand,
  pauseCommand,
  resumeCommand,
  haltCommand,
  cancelAllCommand,
  approveCommand,
  redeemCommand,
  mergeCommand,
  splitCommand,
  setCommand,
  reloadCommand,
  restartCommand,
] as const

/** The last words of `--help`. */
const OWN_COMMANDS =
  '\nA command of your own: oddsmith ./mine.ts, or oddsmith NAME of an installed package oddsmith-command-NAME (docs/commands.md)'

/** How long the end of a run waits for a reader of its result. */
const RUN_DRAIN_MS = 2_000

/** A run goes on without a reader, and its code says how it ended. */
const IS_RUN = process.argv[2] === 'run' || process.argv[2] === 'daemon'

if (process.argv.includes('--json')) printAside()

process.stdout.on('error', error => {
  if (IS_RUN) return
  // Who reads our output may stop early, as `head` does: that is no failure.
  if ('code' in error && error.code === 'EPIPE') process.exit(ExitCode.DONE)
  throw error
})

wakePool()
await leave(await command(process.argv))

/** Runs one command and says how it ended. */
async function command(argv: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = ExitCode.DONE
  const done = (ended: ExitCode): void => {
    code = ended
  }
  const program = new Command('oddsmith')
    .description('makes markets on prediction markets: on paper, live, or over recorded time')
    .version(packageVersion())
    .showHelpAfterError('(--help says more)')
  for (const create of COMMANDS) program.addCommand(create(done))
  program.addCommand(daemonCommand(done), { hidden: true })
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

/** A command that this program does not have may be a user's. The code that loads it is loaded then alone. */
async function addOwnCommand(program: Command, name: string | undefined, done: (code: ExitCode) => void): Promise<void> {
  if (name === undefined || name === 'help' || isKnown(program, name)) return
  const { ownCommand } = await import('./own-command.js')
  const own = await ownCommand(name, process.cwd(), done)
  if (own !== null) program.addCommand(own, { hidden: true })
}

/** Whether the first word can be followed by others. Commander answers an unknown command that has `--help` behind it with the help of all. */
function isKnown(program: Command, word: string | undefined): boolean {
  return word === undefined || word.startsWith('-') || program.commands.some(each => each.name() === word)
}

function throwInsteadOfExit(program: Command): void {
  program.exitOverride()
  for (const sub of program.commands) throwInsteadOfExit(sub)
}

function failed(error: unknown): ExitCode {
  // Commander has said it already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.DONE : ExitCode.USAGE
  const isExpected =
    error instanceof ExitError ||
    error instanceof VenueError ||
    error instanceof JournalError ||
    error instanceof DoorCallError ||
    error instanceof RecordingError
  const text = isExpected || !(error instanceof Error) ? reasonOf(error) : (error.stack ?? error.message)
  process.stderr.write(`oddsmith: ${text}\n`)
  if (error instanceof ExitError) return error.code
  // A recording that cannot be read is bad input, wherever and however late that is found.
  return error instanceof RecordingError ? ExitCode.USAGE : ExitCode.FAILED
}

/**
 * Leaves once stdout is drained: a pipe takes its time, and an open socket somewhere shall not keep the process. A log waits half a second, the
 * result of a run two: its summary is on disk, and a keeper or a supervisor waits for its end.
 */
async function leave(code: ExitCode): Promise<void> {
  await flushWriters()
  const drained = new Promise<void>(resolve => process.stdout.write('', () => resolve()))
  await (IS_RUN ? Promise.race([drained, pause(RUN_DRAIN_MS)]) : drained)
  process.exit(code)
}
