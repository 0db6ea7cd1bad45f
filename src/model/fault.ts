import type { MarketIndex } from './ids.js'

/** A strategy that threw, or answered with what no answer can be: its instance is not asked again. */
export interface Fault {
  readonly market: MarketIndex
  readonly strategy: string
  readonly message: string
  /** As the runtime drew it; empty: what was thrown carries none. */
  readonly stack: string
}
