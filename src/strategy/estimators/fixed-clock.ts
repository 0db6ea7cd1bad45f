import { Timestamp } from '../../model/time.js'
import { logit } from '../models/logit.js'

/**
 * Samples a value at the marks of a fixed clock: integer multiples of `clockMs` since the epoch. At a mark, the value is the last one before it
 * ("previous tick" interpolation; Gençay et al., An Introduction to High-Frequency Finance, 2001), so a quiet interval counts as one without a
 * change.
 */
export class FixedClock {
  readonly seconds: number
  readonly #everyUs: number
  readonly #isLogit: boolean
  #mark = Timestamp.NEVER
  #value = Number.NaN
  #sampled = Number.NaN
  #change = 0

  /** `of` logit: samples ln(p / (1 - p)) of a price in 1/10,000. Throws a RangeError if the interval is not positive. */
  constructor(clockMs: number, of: 'price' | 'logit' = 'price') {
    this.#isLogit = of === 'logit'
    this.seconds = clockMs / 1_000
    this.#everyUs = Math.round(clockMs * 1_000)
    if (!(this.#everyUs > 0)) throw new RangeError(`clockMs must be positive, found ${clockMs}`)
  }

  /** The change over the first of the intervals that the last `advance` ended; over the others the value did not change. */
  get change(): number {
    return this.#change
  }

  /** Takes the price as of `now`. Returns how many intervals have ended. Non-finite values are ignored. */
  advance(now: Timestamp, price: number): number {
    const value = this.#isLogit ? logit(price / 10_000) : price
    if (!Number.isFinite(value) || !Number.isFinite(now)) return 0
    let ended = 0
    if (this.#mark === Timestamp.NEVER) this.#mark = this.#after(now)
    else if (now >= this.#mark) ended = this.#end(now)
    this.#value = value
    return ended
  }

  /** Forgets the last value, for example after a gap in which it was unknown: no interval spans the gap. */
  pause(): void {
    this.#mark = Timestamp.NEVER
    this.#value = Number.NaN
    this.#sampled = Number.NaN
  }

  #after(now: Timestamp): Timestamp {
    return Timestamp.of((Math.floor(now / this.#everyUs) + 1) * this.#everyUs)
  }

  #end(now: Timestamp): number {
    const marks = Math.floor((now - this.#mark) / this.#everyUs) + 1
    const isFirst = Number.isNaN(this.#sampled)
    this.#change = isFirst ? 0 : this.#value - this.#sampled
    this.#sampled = this.#value
    this.#mark = this.#after(now)
    return isFirst ? marks - 1 : marks
  }
}
