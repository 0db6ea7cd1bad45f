import { Timestamp } from '../../model/time.js'
import type { Trade } from '../view.js'

/** How arrivals are counted. */
export interface IntensityOptions {
  /** The price step in 1/10,000. */
  readonly tick: number
  /** The near range: how many ticks from mid the line is fitted over. Far depths would bend it. */
  readonly depthTicks: number
  /** Age at which an arrival has half its weight. */
  readonly halfLifeSeconds: number
  /** Least weighted number of arrivals for a fit. */
  readonly arrivalsMin: number
}

/** Arrivals that reach a quote `d` ticks from mid, on one side: `perSecond` x e^(-`perTick` x d). */
export interface Intensity {
  /** A: arrivals a second on one side. */
  readonly perSecond: number
  /** k: decay by tick. */
  readonly perTick: number
  /** Root mean square error of the line in the logarithm of counts, weighted by count: 0.1 is about 10 %. */
  readonly errorLog: number
  /** Weighted number of arrivals behind the fit. */
  readonly arrivals: number
}

/**
 * How fast fills come at a distance from mid: A and k of lambda(d) = A e^(-k d) (Avellaneda and Stoikov 2008, section 2.5), fitted as in Guéant,
 * Lehalle, Fernandez-Tapia 2013, section 5: measures how deep each arriving order reached from mid; counts those that reach d = 1/2, 1, 3/2 ...
 * ticks; fits a line through their logarithms, weighted by count, over the near range only. A mid lies on half ticks, so a quote is on exactly one of
 * these distances and there is no half-tick offset. Both sides are counted together and halved. Prints of one moment and side are one order, as deep
 * as its deepest print. Memory: one number for each half tick of the range.
 */
export class ArrivalIntensity {
  readonly #options: IntensityOptions
  /** For each whole number of half ticks: arrivals that reached it and no further; the last one has all that went beyond. */
  readonly #deepest: Float64Array
  #since = Timestamp.NEVER
  #agedAt = Timestamp.ZERO
  #seconds = 0
  #arrivals = 0
  #lastSide: Trade['side'] | null = null
  #lastAt = Timestamp.ZERO
  #lastDepth = 0

  constructor(options: IntensityOptions) {
    this.#options = options
    this.#deepest = new Float64Array(2 * options.depthTicks + 1)
  }

  /** Starts the measurement at `now`; without it, the first trade does. Call it also after a `pause`. */
  begin(now: Timestamp): void {
    if (this.#since !== Timestamp.NEVER) return
    this.#since = now
    this.#agedAt = now
  }

  /** Starts a gap at `now` in which trades are not received: its time does not count. */
  pause(now: Timestamp): void {
    this.#age(now)
    this.#since = Timestamp.NEVER
  }

  /** Adds a trade and the mid before it, in 1/10,000. `side` is the side of the order that was hit. */
  add({ side, price, at }: Pick<Trade, 'side' | 'price' | 'at'>, mid: number): void {
    if (!Number.isFinite(mid)) return
    this.begin(at)
    const depth = (side === 'ask' ? price - mid : mid - price) / this.#options.tick
    if (side === this.#lastSide && at === this.#lastAt) return this.#deepen(depth)
    this.#age(at)
    this.#count(depth, 1)
    this.#arrivals++
    this.#lastSide = side
    this.#lastAt = at
    this.#lastDepth = depth
  }

  /** A and k as of `now`; null: too few arrivals, or counts that do not fall with distance. */
  fit(now: Timestamp): Intensity | null {
    this.#age(now)
    if (this.#arrivals < this.#options.arrivalsMin || !(this.#seconds > 0)) return null
    const line = this.#line()
    if (line === null || !(line.slope < 0)) return null
    const perSecond = Math.exp(line.intercept) / (2 * this.#seconds)
    return { perSecond, perTick: -line.slope, errorLog: line.error, arrivals: this.#arrivals }
  }

  /** The order went deeper than its first print. */
  #deepen(depth: number): void {
    if (depth <= this.#lastDepth) return
    this.#count(this.#lastDepth, -1)
    this.#count(depth, 1)
    this.#lastDepth = depth
  }

  /** An order that ended before mid reached no quote: it counts at 0. */
  #count(depth: number, sign: 1 | -1): void {
    const halfTicks = Math.min(this.#deepest.length - 1, Math.max(0, Math.floor(2 * depth + 1e-9)))
    this.#deepest[halfTicks] = Math.max(0, this.#deepest[halfTicks]! + sign)
  }

  #age(now: Timestamp): void {
    const seconds = this.#since === Timestamp.NEVER ? 0 : Timestamp.secondsBetween(this.#agedAt, now)
    if (!(seconds > 0)) return
    const { halfLifeSeconds } = this.#options
    const fade = 2 ** (-seconds / halfLifeSeconds)
    for (let i = 0; i < this.#deepest.length; i++) this.#deepest[i]! *= fade
    this.#arrivals *= fade
    this.#seconds = this.#seconds * fade + ((1 - fade) * halfLifeSeconds) / Math.LN2
    this.#agedAt = now
  }

  /** Weighted least squares of ln(count that reaches d) on d in ticks; null: fewer than two distances were reached. */
  #line(): { slope: number; intercept: number; error: number } | null {
    let [n, sx, sy, sxx, sxy, syy] = [0, 0, 0, 0, 0, 0]
    let points = 0
    let reaching = 0
    for (let halfTicks = this.#deepest.length - 1; halfTicks > 0; halfTicks--) {
      reaching += this.#deepest[halfTicks]!
      // The logarithm of less than one arrival says nothing.
      if (reaching < 1) continue
      const x = halfTicks / 2
      const y = Math.log(reaching)
      n += reaching
      sx += reaching * x
      sy += reaching * y
      sxx += reaching * x * x
      sxy += reaching * x * y
      syy += reaching * y * y
      points++
    }
    if (points < 2) return null
    const slope = (n * sxy - sx * sy) / (n * sxx - sx * sx)
    const intercept = (sy - slope * sx) / n
    const misses = (syy - intercept * sy - slope * sxy) / n
    return { slope, intercept, error: Math.sqrt(Math.max(0, misses)) }
  }
}
