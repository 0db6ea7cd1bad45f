import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { countText } from '../../../backtest/report/format.js'
import { writeReport } from '../../../backtest/report/write-report.js'
import { loadSource } from '../config/config.js'
import { ExitCode, ExitError } from '../config/exit.js'
import { intoFolder } from '../config/into-folder.js'
import { printText } from '../screen/print-text.js'
import { progressLine } from '../screen/progress-line.js'
import { askedTerms, type TermFlags } from './asked-terms.js'
import { backtestText } from './backtest-text.js'
import { compileForReplay } from './compiler.js'
import { loadBacktest } from './load-backtest.js'
import { playBacktest } from './play-backtest.js'
import { threadsOf } from './threads-of.js'

/** Options beside the config. */
export interface BacktestFlags extends TermFlags {
  readonly models?: string
  readonly json?: boolean
  readonly out: string
  readonly recording?: string
  readonly threads?: string
}

/**
 * Runs a backtest, writes its report into a folder and prints the result. Rejects with an `ExitError` of code 2 for a config that cannot be used, or
 * with a `RecordingError`.
 */
export async function runBacktest(file: string, flags: BacktestFlags): Promise<ExitCode> {
  const { models, recording } = flags
  const setup = await loadBacktest(loadSource(file), { models, recording, terms: askedTerms(flags) })
  const threads = flags.threads === undefined ? undefined : threadsOf(flags.threads)
  const progress = progressLine()
  const folder = resolve(flags.out)
  // Before the replay, which may take an hour.
  const there = await intoFolder(folder, () => statSync(folder, { throwIfNoEntry: false }))
  if (there?.isDirectory() === false) throw new ExitError(ExitCode.USAGE, `--out: expected a folder, found the file ${folder}`)
  progress.say('reading the recording …')
  let all = 0
  const { result, about } = await playBacktest(setup, {
    threads,
    command: ['oddsmith', ...process.argv.slice(2)].join(' '),
    onRecording: ({ coverage }) => {
      all = coverage.events
      compileForReplay(all)
    },
    onProgress: events => progress.say(progressWords(events, all)),
  })
  progress.say('writing the report …')
  const summary = await intoFolder(folder, () => writeReport(folder, result, about))
  progress.clear()
  printText(flags.json === true ? `${JSON.stringify(summary)}\n` : `${backtestText(summary, folder)}\n`)
  return ExitCode.DONE
}

const progressWords = (events: number, all: number): string =>
  `replaying ${countText(events)} of ${countText(all)} events (${Math.floor((100 * events) / Math.max(1, all))} %)`
