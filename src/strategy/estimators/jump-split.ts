import type { Timestamp } from '../../model/time.js'
import { FixedClock } from './fixed-clock.js'
import type { VolatilityOptions } from './realised-volatility.js'

/**
 * Splits variance into diffusion and jumps. Realised variance sums r², bipower variation (pi / 2) |r| |previous r|, which a jump hardly affects
 * because the interval beside it is small; the difference is due to jumps (Barndorff-Nielsen and Shephard 2004). Both sums are exponentially weighted
 * over a fixed clock. Bias: of a jump of s standard deviations about 2.5 / s stays in the diffusion, a tenth for s = 25. A price that does not move
 * in most intervals looks like pure jumps: use a slower clock then. Memory: a few numbers.
 */
export class JumpSplit {
  readonly #clock: FixedClock
  readonly #keep: number
  readonly #floor: number
  #squares = 0
  #products = 0
  #seconds = 0
  #before = Number.NaN

  constructor({ clockMs, halfLifeSeconds, floorPerRootSecond = 0, of }: VolatilityOptions) {
    this.#clock = new FixedClock(clockMs, of)
    this.#keep = 2 ** (-this.#clock.seconds / halfLifeSeconds)
    this.#floor = floorPerRootSecond
  }

  /** Takes the price as of `now`, in 1/10,000: a mid or a microprice. */
  update(now: Timestamp, price: number): void {
    const ended = this.#clock.advance(now, price)
    if (ended === 0) return
    this.#add(Math.abs(this.#clock.change))
    if (ended > 1) this.#stand(ended - 1)
  }

  /** For a gap in which the price is unknown: the measured values stay, and no sample spans the gap. */
  pause(): void {
    this.#clock.pause()
    this.#before = Number.NaN
  }

  /** Volatility without the jumps, in 1/10,000 or in logits per root second; the floor before the first two samples. */
  get diffusionPerRootSecond(): number {
    return Math.max(this.#floor, Math.sqrt(this.#diffusion()))
  }

  /** Variance due to jumps, in squares of 1/10,000 or of logits per second. */
  get jumpVariancePerSecond(): number {
    return this.#seconds === 0 ? 0 : Math.max(0, this.#squares / this.#seconds - this.#diffusion())
  }

  /** Share of the variance that is due to jumps, from 0 to 1. */
  get jumpShare(): number {
    return this.#squares === 0 ? 0 : Math.min(1, (this.jumpVariancePerSecond * this.#seconds) / this.#squares)
  }

  #diffusion(): number {
    return this.#seconds === 0 ? 0 : Math.min(this.#squares, this.#products) / this.#seconds
  }

  #add(change: number): void {
    // The first sample has no predecessor and enters neither sum, so that both cover the same time.
    if (!Number.isNaN(this.#before)) {
      this.#squares = this.#squares * this.#keep + change * change
      this.#products = this.#products * this.#keep + (Math.PI / 2) * change * this.#before
      this.#seconds = this.#seconds * this.#keep + this.#clock.seconds
    }
    this.#before = change
  }

  #stand(intervals: number): void {
    const kept = this.#keep ** intervals
    this.#squares *= kept
    this.#products *= kept
    this.#seconds = this.#seconds * kept + (this.#clock.seconds * (1 - kept)) / (1 - this.#keep)
    this.#before = 0
  }
}
