import { Size } from '../../model/money.js'
import { Timestamp } from '../../model/time.js'
import type { Trade } from '../view.js'

/** How long a trade counts. */
export interface TradeFlowOptions {
  /** After which time a trade counts half in the flow. */
  readonly halfLifeSeconds: number
  /** The same for what the flow is measured against: how much trades in this market. Absent: ten times as long. */
  readonly scaleHalfLifeSeconds?: number
}

/**
 * Which way takers trade: signed shares, exponentially weighted in time. A trade that hit an ask bought and counts as positive. If each
 * trade's sign were chance, the flow's variance would be E[size²] x trades per second x half-life / (2 ln 2) (Campbell's theorem for shot
 * noise); divided by the root of that, both estimated over the longer half-life, it is a number near to a standard normal one. Memory: a
 * few numbers.
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

  /** Tells a trade; `side` is the one that was hit. The first one begins the measurement. */
  add({ side, size, at }: Pick<Trade, 'side' | 'size' | 'at'>): void {
    if (this.#at === Timestamp.ZERO) this.#at = at
    else this.#age(at)
    const shares = size / Size.SHARE
    this.#signed += side === 'ask' ? shares : -shares
    this.#total += shares
    this.#squares += shares * shares
  }

  /** Signed shares at `now`, bought less sold; it fades by half in each half-life. */
  sharesAt(now: Timestamp): number {
    return this.#signed * fadeOver(this.#secondsTo(now), this.#halfLife)
  }

  /** Bought less sold as a part of what traded lately, from -1 to 1; 0: nothing has traded. */
  get imbalance(): number {
    return this.#total === 0 ? 0 : this.#signed / this.#total
  }

  /** The flow at `now` in standard deviations of a flow whose signs are chance; 0 until some time has passed since the first trade. */
  standardisedAt(now: Timestamp): number {
    const seconds = this.#secondsTo(now)
    const exposure = exposed(this.#exposure, seconds, this.#scaleHalfLife)
    if (!(exposure > 0)) return 0
    const squaresPerSecond = (this.#squares * fadeOver(seconds, this.#scaleHalfLife)) / exposure
    // The variance of a flow that has gone on for long; a young one varies less, so its number is too small and not too large.
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

/** Weighted seconds after `seconds` more, each second fading by the half-life. */
const exposed = (before: number, seconds: number, halfLife: number): number => {
  const fade = fadeOver(seconds, halfLife)
  return before * fade + ((1 - fade) * halfLife) / Math.LN2
}
