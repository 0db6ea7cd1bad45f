import type { Timestamp } from '../../model/time.js'
import { FixedClock } from './fixed-clock.js'

/** What volatility is measured, and how. */
export interface VolatilityOptions {
  /** Time between samples. Should be longer than the bounce of the touch and much shorter than the time left. */
  readonly clockMs: number
  /** Age at which a sample has half its weight. */
  readonly halfLifeSeconds: number
  /** Lower bound of `perRootSecond`, in its unit: a market that does not move now may still move. 0 disables it. */
  readonly floorPerRootSecond?: number
  /** `price`: changes of the price in 1/10,000. `logit`: changes of ln(p / (1 - p)), without a unit. */
  readonly of: 'price' | 'logit'
}

/**
 * Volatility of a price per root second: the square root of the exponentially weighted mean of squared changes over a fixed clock
 * (realised variance; Andersen, Bollerslev, Diebold, Labys 2003, weighted as RiskMetrics 1996). Of n samples of the same weight its
 * standard error is 1 / sqrt(2 n) of the value. Memory: a few numbers.
 */
export class RealisedVolatility {
  readonly #clock: FixedClock
  readonly #keep: number
  readonly #floor: number
  #squares = 0
  #seconds = 0

  constructor({ clockMs, halfLifeSeconds, floorPerRootSecond = 0, of }: VolatilityOptions) {
    this.#clock = new FixedClock(clockMs, of)
    this.#keep = 2 ** (-this.#clock.seconds / halfLifeSeconds)
    this.#floor = floorPerRootSecond
  }

  /** Takes the price as of `now`, in 1/10,000: a mid or a microprice. */
  update(now: Timestamp, price: number): void {
    const ended = this.#clock.advance(now, price)
    if (ended > 0) this.#add(ended)
  }

  /** For a gap in which the price is unknown, such as a dark book: the measured values stay, and no sample spans the gap. */
  pause(): void {
    this.#clock.pause()
  }

  /** In 1/10,000 or in logits per root second; the floor before the first sample. */
  get perRootSecond(): number {
    return this.#seconds === 0 ? this.#floor : Math.max(this.#floor, Math.sqrt(this.#squares / this.#seconds))
  }

  /** Weighted seconds of samples behind the value. */
  get seconds(): number {
    return this.#seconds
  }

  #add(ended: number): void {
    const { change, seconds } = this.#clock
    const kept = this.#keep ** ended
    // The change happened first: it has aged by the quiet intervals after it.
    this.#squares = this.#squares * kept + (change * change * kept) / this.#keep
    this.#seconds = this.#seconds * kept + (seconds * (1 - kept)) / (1 - this.#keep)
  }
}
