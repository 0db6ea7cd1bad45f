import type { Side } from '../../model/money.js'
import type { Timestamp } from '../../model/time.js'

/** How trades are judged: time and weights. */
export interface MarkoutOptions {
  /** How long after a trade the fair value is compared. */
  readonly horizonMs: number
  /** After this many further trades, one has half its weight. */
  readonly halfLifeTrades: number
  /** Most trades that may wait for their horizon at once; absent: 256. Further ones are dropped and counted. */
  readonly capacity?: number
}

/**
 * What trades gained a little later: the exponentially weighted mean of side x (fair value at t + h - fair value at t), side +1 for a buy. For our
 * own fills it is our markout, negative if we are picked off. For a market's takers it is their gain: how toxic their flow is to makers. The fair
 * value at t + h is the last one before that time. Memory: `capacity` trades.
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

  /** Adds a trade of `side` at fair value `fair` (1/10,000), and updates the fair value as `update` does. Trades must come in the order of time. */
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

  /** Takes the fair value as of `now` (1/10,000) and judges the trades whose horizon is over. */
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

  /** For a gap without a fair value, such as a dark book: trades that still wait are dropped. */
  pause(): void {
    while (this.#waiting > 0) this.#drop()
    this.#value = Number.NaN
  }

  /** The mean of the judged trades, in 1/10,000 a share; 0: there are none. */
  get mean(): number {
    return this.#weight === 0 ? 0 : this.#sum / this.#weight
  }

  /** The mean if positive, else 0, in 1/10,000 a share. For takers: what quoting against them costs. */
  get toxicity(): number {
    return Math.max(0, this.mean)
  }

  /** Weighted number of trades behind the mean. */
  get trades(): number {
    return this.#weight
  }

  /** Trades that were dropped because `capacity` was reached. */
  get dropped(): number {
    return this.#dropped
  }

  #drop(): void {
    this.#first = (this.#first + 1) % this.#dueAt.length
    this.#waiting--
  }
}
