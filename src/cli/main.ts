#!/usr/bin/env node
import { setTimeout as pause } from 'node:timers/promises'
import { alertsCommand } from './commands/alerts.js'
import { approveCommand } from './commands/approve.js'
import { backtestCommand } from './commands/backtest.js'
import { calibrateCommand } from './commands/calibrate.js'
import { cancelAllCommand } from './commands/cancel-all.js'
import { closeCommand } from './commands/close.js'
import { compareCommand } from './commands/compare.js'
import { convertCommand } from './commands/convert.js'
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
import { voidCommand } from './commands/void.js'
import { walkForwardCommand } from './commands/walk-forward.js'
import { ExitCode } from './config/exit.js'
import { runProgram } from './run-program.js'
import { flushWriters } from './screen/bounded-writer.js'
import { printAside } from './screen/print-aside.js'
import { warnText } from './screen/print-text.js'
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
  closeCommand,
  resumeCommand,
  haltCommand,
  cancelAllCommand,
  voidCommand,
  approveCommand,
  redeemCommand,
  mergeCommand,
  convertCommand,
  splitCommand,
  setCommand,
  reloadCommand,
  restartCommand,
] as const

/** How long the end of a run waits for a reader of its result. */
const RUN_DRAIN_MS = 2_000

/** A run goes on without a reader, and its code says how it ended. */
const IS_RUN = process.argv[2] === 'run' || process.argv[2] === 'daemon'

if (process.argv.includes('--json')) printAside()

process.stdout.on('error', error => {
  if (IS_RUN) return
  // Who reads our output may stop early, as `head` does: that is no failure.
  if ('code' in error && error.code === 'EPIPE') process.exit(ExitCode.DONE)
  // A file on a full disk has part of the result: only the code and this line tell a script so.
  warnText(`oddsmith: the output cannot be written, or not completely: ${error.message}\n`)
  process.exit(ExitCode.FAILED)
})

wakePool()
await leave(await runProgram(process.argv, COMMANDS, [daemonCommand]))

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
