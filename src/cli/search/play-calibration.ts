import { dirname, resolve } from 'node:path'
import { type Calibration, calibrateModels } from '../../../backtest/calibrate/calibrate-models.js'
import { optimistic, pessimistic, probabilistic } from '../../exchange/core/fill-models.js'
import { openInputLog, partOf } from '../../recording/log/input-log.js'
import { ExitCode, ExitError } from '../config/exit.js'
import { runDecoders } from '../config/run-decoders.js'
import { logOfRun } from './log-of-run.js'
import { openPaperHistory } from './paper-history.js'

export interface PlayCalibration {
  /** Folder with `state/`, which has the exchange of a run on paper. Default: the folder that contains `runs/`. */
  readonly home?: string | undefined
  /** Called from time to time with the number of events so far; 0: the exchange's history is being replayed. */
  readonly onProgress?: (events: number) => void
}

/** A finished calibration. */
export interface PlayedCalibration {
  readonly calibration: Calibration
  /** What could not be compared, one sentence each. */
  readonly warnings: readonly string[]
}

/**
 * Compares a run's fills with those of the fill models. Writes nothing to the terminal. Rejects with an `ExitError` if there is nothing to compare,
 * and with a `RecordingError` if the run cannot be read.
 */
export async function playCalibration(
  run: string,
  { home, onProgress = () => undefined }: PlayCalibration = {},
): Promise<PlayedCalibration> {
  const file = resolve(logOfRun(run))
  const folder = dirname(file)
  const { header } = await openInputLog(file)
  const part = partOf(header)
  const makeDecoder = await runDecoders(header)
  const exchange = openPaperHistory(folder, home === undefined ? resolve(folder, '../..') : resolve(home))
  if (exchange !== null) onProgress(0)
  const compare = (known: typeof exchange): Promise<Calibration> =>
    calibrateModels({
      open: () => openInputLog(file),
      decoder: ({ header: { markets } }) => makeDecoder(markets),
      models: [pessimistic, probabilistic, optimistic],
      exchange: known,
      onProgress,
    })
  try {
    const first = await compare(exchange)
    // The exchange no longer has the history of this run, so only the reports that the run received are compared.
    const isForgotten = exchange !== null && first.orders === 0
    const calibration = isForgotten ? await compare(null) : first
    expectFills(run, calibration)
    const cut = `${run}: the input log begins with part ${part}; orders sent before it are not compared`
    return { calibration, warnings: [...(isForgotten ? [`${run}: ${FORGOTTEN}`] : []), ...(part > 1 ? [cut] : [])] }
  } finally {
    exchange?.history.close()
  }
}

const FORGOTTEN =
  'the exchange does not hold the time of this run any more; its orders are compared by the times the run was told'

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
