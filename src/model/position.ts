import type { Outcome, Size, Wei } from './money.js'

/** Shares of both outcomes held in one market, from fills only. Sizes are whole millionths, the rest is dust. */
export interface Position {
  /** Matched and settled. */
  readonly yes: Size
  readonly no: Size
  /** yes - no; may be negative. */
  readonly net: number
  /** Settled, less resting sells, less matched sells that are not settled yet. */
  readonly sellable: Readonly<Record<Outcome, Size>>
  /** Matched but not settled, signed: buys less sells. */
  readonly pending: Readonly<Record<Outcome, Wei>>
}
