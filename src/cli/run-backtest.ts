import { basename, resolve } from 'node:path'
import type { BacktestOptions } from '../../backtest/backtest-options.js'
import type { ReportAbout } from '../../backtest/report/about.js'
import type { BacktestSummary } from '../../backtest/report/summary.js'
import { writeReport } from '../../backtest/report/write-report.js'
import type { BacktestResult } from '../../backtest/result.js'
import { createBacktest } from '../../backtest/run.js'
import { Timestamp } from '../model/time.js'
import { loadRecording } from '../recording/load-recording.js'
import type { Recording } from '../recording/recording.js'
import { RecordingError } from '../recording/recording-error.js'
import { type BacktestSetup, backtestOptions, latencyWords, setUpBacktest } from './backtest-setup.js'
import { withFees } from './charge-fees.js'
import { ExitCode, ExitError } from './exit.js'

/** What a person may say beside the config. */
export interface BacktestFlags {
  readonly models?: string
  readonly json?: boolean
  readonly out: string
  readonly recording?: string
}

const PROGRESS_EVERY_MS = 100

/** Runs a backtest, leaves its report in a folder and says what it came to. Rejects with an `ExitError` of code 2 on a config or recording that cannot be used. */
export async function runBacktest(file: string, flags: BacktestFlags): Promise<ExitCode> {
  const setup = await setUpBacktest(file, flags)
  const progress = showProgress()
  progress.say('reading the recording …')
  const recording = await load(setup.recording)
  const options = backtestOptions(setup, recording)
  const { result, seconds } = await replayAll(setup, recording, {
    ...options,
    onProgress: events => progress.say(progressWords(events, recording)),
  })
  progress.say('writing the report …')
  const command = ['oddsmith', ...process.argv.slice(2)].join(' ')
  const folder = resolve(flags.out)
  const summary = await writeReport(folder, result, aboutOf(setup, recording, { seconds, command }))
  progress.clear()
  process.stdout.write(flags.json === true ? `${JSON.stringify(summary)}\n` : `${textOf(summary, folder)}\n`)
  return ExitCode.DONE
}

async function load(path: string): Promise<Recording> {
  try {
    return await loadRecording(path)
  } catch (error) {
    if (error instanceof RecordingError) throw new ExitError(ExitCode.USAGE, error.message, error)
    throw error
  }
}

/** The clock runs for the replay alone; what the disk takes between two chunks is not part of it. */
async function replayAll(
  { config: { fees } }: BacktestSetup,
  recording: Recording,
  options: BacktestOptions,
): Promise<{ readonly result: BacktestResult; readonly seconds: number }> {
  const backtest = createBacktest(options)
  let spent = 0
  const timed = <T>(work: () => T): T => {
    const startedAt = performance.now()
    const answer = work()
    spent += performance.now() - startedAt
    return answer
  }
  for await (const chunk of recording.chunks()) timed(() => backtest.add(withFees(chunk, fees.takerFeeBps)))
  const result = timed(() => backtest.finish())
  return { result, seconds: spent / 1_000 }
}

function aboutOf(
  setup: BacktestSetup,
  recording: Recording,
  { seconds, command }: { readonly seconds: number; readonly command: string },
): ReportAbout {
  const { config, definition, parameters } = setup
  const { coverage, quoted } = recording
  const { takerFeeBps } = config.fees
  return {
    title: `${definition.name} over ${basename(setup.recording)}`,
    command,
    config: JSON.stringify({ ...config, parameters }, null, 2),
    coverage: {
      from: coverage.from ?? Timestamp.ZERO,
      to: coverage.to ?? Timestamp.ZERO,
      gaps: coverage.gaps.map(gap => ({ ...gap, why: 'nothing was heard' })),
      dropped: coverage.dropped,
      repaired: coverage.repaired + coverage.clamped,
      printsPaired: coverage.printsPaired,
    },
    fees: {
      schedule: takerFeeBps === undefined ? 'as the recording has it' : `${takerFeeBps} bps of a taker, by the config`,
      isOfRecordedVenue: takerFeeBps === undefined,
    },
    latency: latencyWords(config),
    wallSeconds: seconds,
    warnings: quoted.map(
      id => `market ${id} was recorded while the recorder quoted there: its own orders stand in the recorded book`,
    ),
  }
}

const progressWords = (events: number, { coverage }: Recording): string =>
  `replaying ${events.toLocaleString('en')} of ${coverage.events.toLocaleString('en')} events (${Math.floor((100 * events) / Math.max(1, coverage.events))} %)`

/** One line that is written over itself, where a person looks. */
function showProgress(): { say: (text: string) => void; clear: () => void } {
  if (!process.stderr.isTTY) return { say: () => undefined, clear: () => undefined }
  let shownAt = 0
  return {
    say: text => {
      const now = performance.now()
      if (now - shownAt < PROGRESS_EVERY_MS) return
      shownAt = now
      process.stderr.write(`\r\u001b[K${text}`)
    },
    clear: () => void process.stderr.write('\r\u001b[K'),
  }
}

function textOf(summary: BacktestSummary, folder: string): string {
  const { events, eventsPerSecond, orders, fills, pnl, maxDrawdown, warnings, hash } = summary
  const models = Object.entries(pnl).map(
    ([model, parts]) =>
      `  ${model.padEnd(14)} ${String(fills[model] ?? 0).padStart(6)} fills, pnl ${parts.total} (spread ${parts.spread}, drift ${parts.drift}, settlement ${parts.settlement}, fees ${parts.fees}, rewards ${parts.rewards})`,
  )
  return [
    `${events} events at ${(eventsPerSecond / 1e6).toFixed(2)} M/s, ${orders} orders, largest drawdown ${maxDrawdown} USDT`,
    ...models,
    ...warnings.map(text => `  note: ${text}`),
    `  report ${folder}/report.html, hash ${hash}`,
  ].join('\n')
}
