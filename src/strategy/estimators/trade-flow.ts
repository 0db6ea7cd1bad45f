import { Size } from '../../model/money.js'
import { Timestamp } from '../../model/time.js'
import type { Trade } from '../view.js'

/** The weights of trades by age. */
export interface TradeFlowOptions {
  /** Age at which a trade has half its weight in the flow. */
  readonly halfLifeSeconds: number
  /** The same for the scale of the flow: how much trades in this market. Absent: ten times as long. */
  readonly scaleHalfLifeSeconds?: number
}

/**
 * The direction in which takers trade: signed shares, exponentially weighted in time. A trade that hit an ask is a buy and counts as positive. If
 * signs were random, the flow's variance would be E[size²] x trades per second x half-life / (2 ln 2) (Campbell's theorem for shot noise); divided by
 * its root, with both factors estimated over the longer half-life, the flow is close to standard normal. Memory: a few numbers.
 */
export class TradeFlow {
  readonly #halfLife: number
  readonly #scaleHalfLife: number
  #at = Timestamp.ZERO
  #signed = 0
  #total = 0
  #squares = 0
  #exposure = 0

  constructor({ halfLifeSeconds, scaleHalfLifeSeconds = 10 * halfLifeSeconds }: TradeFlowOptions) {
    this.#halfLife = halfLifeSeconds
    this.#scaleHalfLife = scaleHalfLifeSeconds
  }

  /** Adds a trade; `side` is the side of the order that was hit. The first one starts the measurement. */
  add({ side, size, at }: Pick<Trade, 'side' | 'size' | 'at'>): void {
    if (this.#at === Timestamp.ZERO) this.#at = at
    else this.#age(at)
    const shares = size / Size.SHARE
    this.#signed += side === 'ask' ? shares : -shares
    this.#total += shares
    this.#squares += shares * shares
  }

  /** Signed shares at `now`, bought minus sold; halves in each half-life. */
  sharesAt(now: Timestamp): number {
    return this.#signed * fadeOver(this.#secondsTo(now), this.#halfLife)
  }

  /** Bought minus sold as a fraction of recent volume, from -1 to 1; 0: nothing has traded. */
  get imbalance(): number {
    return this.#total === 0 ? 0 : this.#signed / this.#total
  }

  /** The flow at `now` in standard deviations of a flow with random signs; 0 until some time has passed since the first trade. */
  standardisedAt(now: Timestamp): number {
    const seconds = this.#secondsTo(now)
    const exposure = exposed(this.#exposure, seconds, this.#scaleHalfLife)
    if (!(exposure > 0)) return 0
    const squaresPerSecond = (this.#squares * fadeOver(seconds, this.#scaleHalfLife)) / exposure
    // The variance of a flow that has run for a long time; a young one varies less, so its value is too small rather than too large.
    const memory = this.#halfLife / (2 * Math.LN2)
    const variance = squaresPerSecond * memory
    return variance > 0 ? this.sharesAt(now) / Math.sqrt(variance) : 0
  }

  #secondsTo(now: Timestamp): number {
    return this.#at === Timestamp.ZERO ? 0 : Math.max(0, Timestamp.secondsBetween(this.#at, now))
  }

  #age(at: Timestamp): void {
    const seconds = this.#secondsTo(at)
    const fade = fadeOver(seconds, this.#halfLife)
    this.#signed *= fade
    this.#total *= fade
    this.#squares *= fadeOver(seconds, this.#scaleHalfLife)
    this.#exposure = exposed(this.#exposure, seconds, this.#scaleHalfLife)
    this.#at = Timestamp.max(this.#at, at)
  }
}

const fadeOver = (seconds: number, halfLife: number): number => 2 ** (-seconds / halfLife)

/** Weighted seconds after `seconds` more, with weights that decay by the half-life. */
const exposed = (before: number, seconds: number, halfLife: number): number => {
  const fade = fadeOver(seconds, halfLife)
  return before * fade + ((1 - fade) * halfLife) / Math.LN2
}
