import { Timestamp } from '../../model/time.js'
import type { Trade } from '../view.js'
import { ArrivalIntensity, type Intensity, type IntensityOptions } from './arrival-intensity.js'

/** The prior until there are enough arrivals, and how they are counted. */
export interface FillIntensityOptions extends IntensityOptions {
  /** A, on one side, until there is a fit. */
  readonly priorPerSecond: number
  /** k, until there is a fit. */
  readonly priorPerTick: number
  /** How often the line is fitted again. */
  readonly refitEverySeconds: number
}

/** A market's input: prints since the last look, and its mid in 1/10,000. */
export interface FillLook {
  readonly now: Timestamp
  readonly trades: readonly Trade[]
  readonly mid: number
}

/**
 * An `ArrivalIntensity` fed by a view, with a prior whenever there is no fit. For a print it uses the mid of the previous look, because the present
 * book has already lost what the print took.
 */
export class FillIntensity {
  readonly #arrivals: ArrivalIntensity
  readonly #options: FillIntensityOptions
  #mid = Number.NaN
  #fitted: Intensity | null = null
  #fitAt = Timestamp.ZERO

  constructor(options: FillIntensityOptions) {
    this.#options = options
    this.#arrivals = new ArrivalIntensity(options)
  }

  /** Takes in one look of the view, each once and in order. */
  look({ now, trades, mid }: FillLook): void {
    this.#arrivals.begin(now)
    for (const trade of trades) this.#arrivals.add(trade, this.#mid)
    this.#mid = mid
    if (now < this.#fitAt) return
    this.#fitted = this.#arrivals.fit(now)
    this.#fitAt = Timestamp.add(now, this.#options.refitEverySeconds * 1_000_000)
  }

  /** Starts a gap at `now` without a mid: neither its prints nor its time count. */
  pause(now: Timestamp): void {
    this.#arrivals.pause(now)
    this.#mid = Number.NaN
  }

  /** The last fit; null: the prior is used. */
  get fitted(): Intensity | null {
    return this.#fitted
  }

  /** The fit's `Intensity.errorLog`; 0: the prior is used. */
  get errorLog(): number {
    return this.#fitted?.errorLog ?? 0
  }

  /** A: arrivals a second on one side. */
  get perSecond(): number {
    return this.#fitted?.perSecond ?? this.#options.priorPerSecond
  }

  /** k: decay by tick. */
  get perTick(): number {
    return this.#fitted?.perTick ?? this.#options.priorPerTick
  }
}
