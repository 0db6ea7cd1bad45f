import type { Calibration } from '../../backtest/calibrate/calibrate-models.js'
import { playCalibration } from '../cli/search/play-calibration.js'
import { withResearchErrors } from './research-error.js'

/** Options of a calibration. */
export interface CalibrateRequest {
  /** Folder that contains `state/`, with the exchange of a paper run. Default: beside `runs/`. */
  readonly home?: string | undefined
  /** Checked during the replay; when aborted, the promise rejects with its reason. */
  readonly signal?: AbortSignal | undefined
  /** Called from time to time with the number of events so far. */
  readonly onProgress?: ((progress: { readonly events: number }) => void) | undefined
}

/** Fill models compared with what happened in a run. */
export interface FinishedCalibration extends Calibration {
  /** What could not be compared, one sentence each. */
  readonly warnings: readonly string[]
}

/**
 * Sends a run's orders through the fill models again and compares order by order, as `oddsmith calibrate` does. `run` is a folder under `runs/`, or
 * its input log. Rejects with a `ResearchError` if there is nothing to compare.
 */
export const calibrate = (run: string, { home, signal, onProgress }: CalibrateRequest = {}): Promise<FinishedCalibration> =>
  withResearchErrors(async () => {
    signal?.throwIfAborted()
    const { calibration, warnings } = await playCalibration(run, {
      home,
      onProgress: events => {
        signal?.throwIfAborted()
        onProgress?.({ events })
      },
    })
    return { ...calibration, warnings }
  })
