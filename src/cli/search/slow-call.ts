import type { AskedNow } from '../../engine/asking.js'
import type { CallNames } from './slow-calls.js'

const FIRST_AFTER_MS = 10_000

/** Finds a call of a strategy that does not return, over looks from another thread. */
export class SlowCall {
  readonly #names: CallNames
  #calls = -1
  #since = 0
  #nextAfterMs = FIRST_AFTER_MS

  constructor(names: CallNames) {
    this.#names = names
  }

  /** Returns what to print now; null: nothing. The first message of a call comes after ten seconds, each further one after twice the time. */
  look(nowMs: number, asked: AskedNow): string | null {
    const { market, calls } = asked
    if (market === null || calls !== this.#calls) {
      this.#calls = market === null ? -1 : calls
      this.#since = nowMs
      this.#nextAfterMs = FIRST_AFTER_MS
      return null
    }
    const spentMs = nowMs - this.#since
    if (spentMs < this.#nextAfterMs) return null
    const isFirst = this.#nextAfterMs === FIRST_AFTER_MS
    this.#nextAfterMs *= 2
    const text = this.#text(market, Math.floor(spentMs / 1_000), asked)
    return isFirst ? `${text}. It may be an endless loop; Ctrl-C ends this program` : text
  }

  #text(market: number, seconds: number, { what, at }: AskedNow): string {
    const { markets, strategies, places, parameters } = this.#names
    const strategy = strategies[places[market] ?? 0] ?? ''
    // A strategy of a market that is there from the beginning is created before the first row.
    const time = at === 0 ? 'before the first row' : `recorded time ${new Date(at / 1_000).toISOString()}`
    const tried = parameters === undefined ? '' : `, parameters ${JSON.stringify(parameters)}`
    return `strategy ${strategy} has not returned from "${what}" for ${seconds} s: market ${markets[market] ?? `at ${market}`}, ${time}${tried}`
  }
}
