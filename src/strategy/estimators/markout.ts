import type { Side } from '../../model/money.js'
import type { Timestamp } from '../../model/time.js'

/** Over which time trades are judged, and how many count. */
export interface MarkoutOptions {
  /** How long after a trade the fair value is looked at again. */
  readonly horizonMs: number
  /** After how many further trades one counts half. */
  readonly halfLifeTrades: number
  /** How many trades may wait for their horizon at once; 256 where it is absent. Further ones are left out and counted. */
  readonly capacity?: number
}

/**
 * What trades were worth a little later: the exponentially weighted mean of side x (fair value at t + h - fair value at t), side +1 for a
 * buy. Told with our own fills it is our markout, negative where we are picked off. Told with the takers of a market it is their gain:
 * how toxic the flow is to those who quote. The fair value at t + h is the last one told before that time. Memory: `capacity` trades.
 */
export class Markout {
  readonly #horizonUs: number
  readonly #keep: number
  readonly #dueAt: Float64Array
  readonly #from: Float64Array
  readonly #sign: Int8Array
  #first = 0
  #waiting = 0
  #value = Number.NaN
  #sum = 0
  #weight = 0
  #dropped = 0

  constructor({ horizonMs, halfLifeTrades, capacity = 256 }: MarkoutOptions) {
    this.#horizonUs = horizonMs * 1_000
    this.#keep = 2 ** (-1 / halfLifeTrades)
    this.#dueAt = new Float64Array(capacity)
    this.#from = new Float64Array(capacity)
    this.#sign = new Int8Array(capacity)
  }

  /** Tells a trade of `side` at a moment when the fair value stood at `fair` (1/10,000), as `update` would. Trades come in the order of time. */
  add(at: Timestamp, side: Side, fair: number): void {
    if (!Number.isFinite(fair)) return
    this.update(at, fair)
    if (this.#waiting === this.#dueAt.length) {
      this.#dropped++
      return
    }
    const slot = (this.#first + this.#waiting++) % this.#dueAt.length
    this.#dueAt[slot] = at + this.#horizonUs
    this.#from[slot] = fair
    this.#sign[slot] = side === 'buy' ? 1 : -1
  }

  /** Tells the fair value as of `now` (1/10,000) and judges the trades whose horizon is over. */
  update(now: Timestamp, fair: number): void {
    if (!Number.isFinite(fair)) return
    while (this.#waiting > 0 && this.#dueAt[this.#first]! <= now) {
      const stood = this.#dueAt[this.#first] === now ? fair : this.#value
      this.#sum = this.#sum * this.#keep + this.#sign[this.#first]! * (stood - this.#from[this.#first]!)
      this.#weight = this.#weight * this.#keep + 1
      this.#drop()
    }
    this.#value = fair
  }

  /** For a gap in which there is no fair value, such as a dark book: trades that still wait are left out. */
  pause(): void {
    while (this.#waiting > 0) this.#drop()
    this.#value = Number.NaN
  }

  /** The mean of those judged, in 1/10,000 a share; 0: none was. */
  get mean(): number {
    return this.#weight === 0 ? 0 : this.#sum / this.#weight
  }

  /** How much of a mean there is where it is a gain, in 1/10,000 a share. Told with takers: what quoting against them costs. */
  get toxicity(): number {
    return Math.max(0, this.mean)
  }

  /** How many trades the mean rests on, each by its weight. */
  get trades(): number {
    return this.#weight
  }

  /** Trades that found no room. */
  get dropped(): number {
    return this.#dropped
  }

  #drop(): void {
    this.#first = (this.#first + 1) % this.#dueAt.length
    this.#waiting--
  }
}
