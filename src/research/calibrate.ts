import type { Calibration } from '../../backtest/calibrate/calibrate.js'
import { playCalibration } from '../cli/play-calibration.js'
import { withResearchErrors } from './research-error.js'

/** How a run is calibrated. */
export interface CalibrateRequest {
  /** Where `state/` lies, with the exchange of a run on paper. Default: beside `runs/`. */
  readonly home?: string | undefined
  /** Looked at as the run is replayed; the promise rejects with its reason. */
  readonly signal?: AbortSignal | undefined
  /** Called now and then with the events so far. */
  readonly onProgress?: ((progress: { readonly events: number }) => void) | undefined
}

/** Fill models against what happened in a run. */
export interface FinishedCalibration extends Calibration {
  /** What it could not look at, a sentence each. */
  readonly warnings: readonly string[]
}

/**
 * Sends a run's orders again through the fill models and compares, order by order, as `oddsmith calibrate` does. `run` is a folder under `runs/`, or its
 * input log. Rejects with a `ResearchError` where there is nothing to compare.
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
