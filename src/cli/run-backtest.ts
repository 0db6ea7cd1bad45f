import { resolve } from 'node:path'
import type { BacktestOptions } from '../../backtest/backtest-options.js'
import { count, rate } from '../../backtest/report/format.js'
import { refusalText } from '../../backtest/report/refusal-section.js'
import type { BacktestSummary } from '../../backtest/report/summary.js'
import { writeReport } from '../../backtest/report/write-report.js'
import { createBacktest } from '../../backtest/run.js'
import { loadRecording } from '../recording/load-recording.js'
import type { Recording } from '../recording/recording.js'
import type { BacktestSetup } from './backtest-setup.js'
import { compileForLongRun, LONG_RUN_EVENTS } from './compiler.js'
import { ExitCode } from './exit.js'
import { marketTerms, withTerms } from './market-terms.js'
import type { ModelThreadsOptions, ThreadedResult } from './model-threads.js'
import { progressLine } from './progress-line.js'
import { reportAbout } from './report-about.js'
import { runDecoders } from './run-decoders.js'
import { setUpBacktest } from './set-up-backtest.js'
import { backtestOptions } from './setup-options.js'
import { threadsOf } from './threads-of.js'
import { TimedReplay } from './timed-replay.js'

/** What a person may say beside the config. */
export interface BacktestFlags {
  readonly models?: string
  readonly json?: boolean
  readonly out: string
  readonly recording?: string
  readonly threads?: string
}

/** Runs a backtest, leaves its report in a folder and says what it came to. Rejects with an `ExitError` of code 2 on a config that cannot be used, or with a `RecordingError`. */
export async function runBacktest(file: string, flags: BacktestFlags): Promise<ExitCode> {
  const setup = await setUpBacktest(file, flags)
  const progress = progressLine()
  progress.say('reading the recording …')
  const recording = await loadRecording(setup.recording, runDecoders)
  if (recording.coverage.events >= LONG_RUN_EVENTS) compileForLongRun()
  const onProgress = (events: number): void => progress.say(progressWords(events, recording))
  const options = backtestOptions(setup, recording)
  const threads = modelThreads(flags, setup, recording)
  const { result, seconds } =
    threads === 1
      ? await replayAll(setup, recording, { ...options, keepsOrders: true, onProgress })
      : await onThreads({
          file,
          recordingPath: flags.recording,
          setup,
          recording,
          fingerprint: options.fingerprint,
          threads,
          onProgress,
        })
  progress.say('writing the report …')
  const command = ['oddsmith', ...process.argv.slice(2)].join(' ')
  const folder = resolve(flags.out)
  const summary = await writeReport(folder, result, reportAbout(setup, recording, { seconds, command }))
  progress.clear()
  process.stdout.write(flags.json === true ? `${JSON.stringify(summary)}\n` : `${textOf(summary, folder)}\n`)
  return ExitCode.DONE
}

/** How many threads replay the fill models of a run. */
function modelThreads(flags: BacktestFlags, { models }: BacktestSetup, { coverage }: Recording): number {
  if (flags.threads === undefined && coverage.events < LONG_RUN_EVENTS) return 1
  return Math.min(models.length, threadsOf(flags.threads))
}

/** Loaded where it is used: a run on one thread starts without it. */
async function onThreads(options: ModelThreadsOptions): Promise<ThreadedResult> {
  const { replayOnThreads } = await import('./model-threads.js')
  return replayOnThreads(options)
}

async function replayAll({ config }: BacktestSetup, recording: Recording, options: BacktestOptions): Promise<ThreadedResult> {
  const replay = new TimedReplay(createBacktest(options))
  const terms = marketTerms(config, recording)
  for await (const chunk of recording.chunks()) replay.add(withTerms(chunk, terms))
  return { result: replay.finish(), seconds: replay.seconds }
}

const progressWords = (events: number, { coverage }: Recording): string =>
  `replaying ${count(events)} of ${count(coverage.events)} events (${Math.floor((100 * events) / Math.max(1, coverage.events))} %)`

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
