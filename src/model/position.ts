import type { Outcome, Size, Wei } from './money.js'

/** Shares of both outcomes held in one market, from fills only. Sizes are whole millionths; dust is excluded. */
export interface Position {
  /** Matched and settled. */
  readonly yes: Size
  readonly no: Size
  /** yes - no; may be negative. */
  readonly net: number
  /** Settled, minus resting sells, minus matched sells not yet settled. */
  readonly sellable: Readonly<Record<Outcome, Size>>
  /** Matched but not settled, signed: buys minus sells. */
  readonly pending: Readonly<Record<Outcome, Wei>>
}
