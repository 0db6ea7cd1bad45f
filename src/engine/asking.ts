import type { MarketIndex } from '../model/ids.js'

/** What a strategy was asked for: to be created for a market, or to decide. */
export type Asked = 'create' | 'decide'

const MARKET = 0
const CALLS = 1
const IS_CREATE = 2
/** Index as a 64-bit number, behind four of 32 bits. */
const AT = 2

/**
 * Says which strategy a desk is asking, in memory that another thread can read: a strategy that does not return blocks its own thread. Times are
 * those of the desk's clock, in microseconds.
 */
export class Asking {
  readonly memory: SharedArrayBuffer
  readonly #words: Int32Array
  readonly #times: Float64Array

  /** `memory`: that of another thread's `Asking`. Default: new memory. */
  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(24)) {
    this.memory = memory
    this.#words = new Int32Array(memory)
    this.#times = new Float64Array(memory)
    this.end()
  }

  /** A market's strategy is asked to decide. */
  decide(market: MarketIndex, now: number): void {
    const words = this.#words
    words[IS_CREATE] = 0
    words[CALLS]!++
    this.#times[AT] = now
    words[MARKET] = market
  }

  /** A market's strategy is created. */
  create(market: MarketIndex, now: number): void {
    this.decide(market, now)
    this.#words[IS_CREATE] = 1
  }

  /** The strategy returned or threw. */
  end(): void {
    this.#words[MARKET] = -1
  }
}

/** The latest call of a strategy. */
export interface AskedNow {
  /** null: the call is over. */
  readonly market: number | null
  /** Number of calls so far, with this one. */
  readonly calls: number
  readonly what: Asked
  readonly at: number
}

/** Reads the memory of an `Asking` from any thread. */
export function askedNow(memory: SharedArrayBuffer): AskedNow {
  const words = new Int32Array(memory)
  const market = Atomics.load(words, MARKET)
  const what = words[IS_CREATE] === 1 ? 'create' : 'decide'
  return { market: market === -1 ? null : market, calls: words[CALLS]!, what, at: new Float64Array(memory)[AT]! }
}
