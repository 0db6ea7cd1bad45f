import { dirname, resolve } from 'node:path'
import { type Calibration, calibrate } from '../../backtest/calibrate/calibrate.js'
import type { Comparison } from '../../backtest/calibrate/compare-fills.js'
import { optimistic, pessimistic, probabilistic } from '../exchange/core/fill-models.js'
import { openInputLog, partOf } from '../recording/input-log.js'
import { inputLogOf } from '../recording/open-recording.js'
import { RecordingError } from '../recording/recording-error.js'
import { ExitCode, ExitError } from './exit.js'
import { openPaperHistory } from './paper-history.js'
import { progressLine } from './progress-line.js'
import { runDecoders } from './run-decoders.js'
import { textTable } from './text-table.js'

/** What a person may say beside the run. */
export interface CalibrateFlags {
  readonly json?: boolean
  readonly home?: string
}

/** Compares a run's fills with those of the fill models and says how near they come. Rejects with an `ExitError` where there is nothing to compare. */
export async function calibrateRun(run: string, flags: CalibrateFlags): Promise<ExitCode> {
  const file = logOf(run)
  const folder = dirname(file)
  const { header } = await openInputLog(file)
  const part = partOf(header)
  const makeDecoder = await runDecoders(header)
  const exchange = openPaperHistory(folder, flags.home === undefined ? resolve(folder, '../..') : resolve(flags.home))
  const progress = progressLine()
  if (exchange !== null) progress.say('replaying the exchange’s history …')
  const compare = (known: typeof exchange): Promise<Calibration> =>
    calibrate({
      open: () => openInputLog(file),
      decoder: ({ header: { markets } }) => makeDecoder(markets),
      models: [pessimistic, probabilistic, optimistic],
      exchange: known,
      onProgress: events => progress.say(`replaying the run, ${events.toLocaleString('en')} events …`),
    })
  try {
    const first = await compare(exchange)
    // The exchange has forgotten a run that kept no history of its own: what the run was told is left.
    const isForgotten = exchange !== null && first.orders === 0
    const calibration = isForgotten ? await compare(null) : first
    progress.clear()
    expectFills(run, calibration)
    if (isForgotten) process.stderr.write(`${run}: ${FORGOTTEN}\n`)
    if (part > 1)
      process.stderr.write(`${run}: the input log begins with part ${part}; orders sent before it are not compared\n`)
    process.stdout.write(flags.json === true ? `${JSON.stringify({ run, ...calibration })}\n` : `${textOf(calibration)}\n`)
    return ExitCode.DONE
  } finally {
    progress.clear()
    exchange?.history.close()
  }
}

const FORGOTTEN =
  'the exchange does not hold the time of this run any more; its orders are compared by the times the run was told'

function logOf(run: string): string {
  try {
    return resolve(inputLogOf(run))
  } catch (error) {
    if (error instanceof RecordingError)
      throw new ExitError(ExitCode.USAGE, `${error.message}: expected a folder under runs/, or its input log`, error)
    throw error
  }
}

function expectFills(run: string, { orders, models, notes }: Calibration): void {
  const why = notes.length === 0 ? '' : ` (${notes.join('; ')})`
  if (orders === 0)
    throw new ExitError(ExitCode.FAILED, `${run} holds no order that reached the venue, so there is nothing to compare${why}`)
  if (models.every(({ hits }) => hits.both + hits.runOnly === 0))
    throw new ExitError(
      ExitCode.FAILED,
      `none of the ${orders} orders of ${run} was filled, so there is nothing to compare: let it run longer${why}`,
    )
}

const HEAD = ['', 'both', 'run only', 'model only', 'neither', 'shares', 'off by', 'median ms', 'p90 ms', 'Brier']

function textOf({ orders, times, failedSettlements, models, notes }: Calibration): string {
  const [first] = models
  const whose = times === 'exchange' ? 'by the exchange’s own times' : 'by the times the run was told'
  const ignorant = first?.brier.ignorant.toFixed(4) ?? '-'
  return [
    `${orders} orders, ${first?.shares.run ?? 0} shares filled, ${whose}${failedText(failedSettlements)}`,
    textTable(HEAD, models.map(cellsOf)),
    'both, run only, model only, neither: orders filled in the run and by the model; off by: shares filled too much or too little;',
    `median and p90: distance of the first fills in time; Brier: 0 is right, ${ignorant} is who knows the averages only`,
    ...(times === 'exchange' ? ['exact: the recorded crowd, told each place in the queue by the exchange’s history'] : []),
    ...notes.map(note => `note: ${note}`),
  ].join('\n')
}

const failedText = ({ fills, shares }: Calibration['failedSettlements']): string =>
  fills === 0 ? '' : `; ${shares} of them in ${fills} ${fills === 1 ? 'fill' : 'fills'} whose settlement failed later`

const cellsOf = ({ model, hits, shares, fillTime, brier }: Comparison): readonly string[] => [
  model,
  ...[hits.both, hits.runOnly, hits.modelOnly, hits.neither].map(String),
  ...[shares.model, shares.error].map(value => value.toFixed(2)),
  ...[fillTime.medianMs, fillTime.p90Ms].map(value => value?.toFixed(1) ?? '-'),
  brier.score.toFixed(4),
]
