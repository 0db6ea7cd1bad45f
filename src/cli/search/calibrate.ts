import type { Calibration } from '../../../backtest/calibrate/calibrate-models.js'
import type { FillComparison } from '../../../backtest/calibrate/compare-fills.js'
import { counted } from '../../model/counted.js'
import { ExitCode } from '../config/exit.js'
import { printText, warnText } from '../screen/print-text.js'
import { progressLine } from '../screen/progress-line.js'
import { textTable } from '../screen/text-table.js'
import { playCalibration } from './play-calibration.js'

/** Options beside the run. */
export interface CalibrateFlags {
  readonly json?: boolean
  readonly home?: string
}

/**
 * Compares a run's fills with those of the fill models and prints how well they agree. Rejects with an `ExitError` if there is nothing to compare.
 */
export async function calibrateRun(run: string, flags: CalibrateFlags): Promise<ExitCode> {
  const progress = progressLine()
  const onProgress = (events: number): void =>
    progress.say(
      events === 0 ? 'replaying the exchange’s history …' : `replaying the run, ${events.toLocaleString('en')} events …`,
    )
  const { calibration, warnings } = await playCalibration(run, { home: flags.home, onProgress }).finally(progress.clear)
  for (const text of warnings) warnText(`${text}\n`)
  printText(flags.json === true ? `${JSON.stringify({ run, ...calibration })}\n` : `${textOf(calibration)}\n`)
  return ExitCode.DONE
}

const HEAD = ['', 'both', 'run only', 'model only', 'neither', 'shares', 'off by', 'median ms', 'p90 ms', 'Brier']

function textOf({ orders, times, failedSettlements, models, notes }: Calibration): string {
  const [first] = models
  const whose = times === 'exchange' ? 'by the exchange’s own times' : 'by the times the run was told'
  const ignorant = first?.brier.ignorant.toFixed(4) ?? '-'
  return [
    `${counted(orders, 'order')}, ${first?.shares.run ?? 0} shares filled, ${whose}${failedText(failedSettlements)}`,
    textTable(HEAD, models.map(cellsOf)),
    'both, run only, model only, neither: orders filled in the run and by the model; off by: shares filled too much or too little;',
    `median and p90: distance of the first fills in time; Brier: 0 is right, ${ignorant} is who knows the averages only`,
    ...(times === 'exchange' ? ['exact: the recorded crowd, told each place in the queue by the exchange’s history'] : []),
    ...notes.map(note => `note: ${note}`),
  ].join('\n')
}

const failedText = ({ fills, shares }: Calibration['failedSettlements']): string =>
  fills === 0 ? '' : `; ${shares} of them in ${counted(fills, 'fill')} whose settlement failed later`

const cellsOf = ({ model, hits, shares, fillTime, brier }: FillComparison): readonly string[] => [
  model,
  ...[hits.both, hits.runOnly, hits.modelOnly, hits.neither].map(String),
  ...[shares.model, shares.error].map(value => value.toFixed(2)),
  ...[fillTime.medianMs, fillTime.p90Ms].map(value => value?.toFixed(1) ?? '-'),
  brier.score.toFixed(4),
]
