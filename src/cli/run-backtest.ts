import { resolve } from 'node:path'
import { count, rate } from '../../backtest/report/format.js'
import { refusalText } from '../../backtest/report/refusal-section.js'
import type { BacktestSummary } from '../../backtest/report/summary.js'
import { writeReport } from '../../backtest/report/write-report.js'
import { askedTerms, type TermFlags } from './asked-terms.js'
import { compileForLongRun, LONG_RUN_EVENTS } from './compiler.js'
import { loadSource } from './config.js'
import { ExitCode } from './exit.js'
import { playBacktest } from './play-backtest.js'
import { progressLine } from './progress-line.js'
import { setUpBacktest } from './set-up-backtest.js'
import { threadsOf } from './threads-of.js'

/** What a person may say beside the config. */
export interface BacktestFlags extends TermFlags {
  readonly models?: string
  readonly json?: boolean
  readonly out: string
  readonly recording?: string
  readonly threads?: string
}

/** Runs a backtest, leaves its report in a folder and says what it came to. Rejects with an `ExitError` of code 2 on a config that cannot be used, or with a `RecordingError`. */
export async function runBacktest(file: string, flags: BacktestFlags): Promise<ExitCode> {
  const { models, recording } = flags
  const setup = await setUpBacktest(loadSource(file), { models, recording, terms: askedTerms(flags) })
  const threads = flags.threads === undefined ? undefined : threadsOf(flags.threads)
  const progress = progressLine()
  progress.say('reading the recording …')
  let all = 0
  const { result, about } = await playBacktest(setup, {
    threads,
    command: ['oddsmith', ...process.argv.slice(2)].join(' '),
    onRecording: ({ coverage }) => {
      all = coverage.events
      if (all >= LONG_RUN_EVENTS) compileForLongRun()
    },
    onProgress: events => progress.say(progressWords(events, all)),
  })
  progress.say('writing the report …')
  const folder = resolve(flags.out)
  const summary = await writeReport(folder, result, about)
  progress.clear()
  process.stdout.write(flags.json === true ? `${JSON.stringify(summary)}\n` : `${textOf(summary, folder)}\n`)
  return ExitCode.DONE
}

const progressWords = (events: number, all: number): string =>
  `replaying ${count(events)} of ${count(all)} events (${Math.floor((100 * events) / Math.max(1, all))} %)`

function textOf(summary: BacktestSummary, folder: string): string {
  const { events, eventsPerSecond, orders, fills, pnl, maxDrawdown, warnings, hash } = summary
  const models = Object.entries(pnl).map(
    ([model, parts]) =>
      `  ${model.padEnd(14)} ${String(fills[model] ?? 0).padStart(6)} fills, pnl ${parts.total} (spread ${parts.spread}, drift ${parts.drift}, settlement ${parts.settlement}, fees ${parts.fees}, rewards ${parts.rewards})`,
  )
  const { refusals } = summary.accounts[summary.headline] ?? {}
  const refused = refusals === undefined ? null : refusalText(refusals)
  return [
    `${count(events)} events at ${rate(eventsPerSecond)}, ${count(orders)} orders, largest drawdown ${maxDrawdown} USDT`,
    ...models,
    `  venue ${summary.profile.name}: ${summary.fees.schedule}; ${summary.profile.orders}`,
    ...(refused === null ? [] : [`  ${refused}`]),
    ...warnings.map(text => `  note: ${text}`),
    `  report ${folder}/report.html, hash ${hash}`,
  ].join('\n')
}
