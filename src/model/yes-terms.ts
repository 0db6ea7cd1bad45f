import type { Outcome, Side } from './money.js'

/** A fill in terms of YES. */
export interface YesTerms {
  /** 1: it bought YES or sold NO. */
  readonly sign: 1 | -1
  /** Price of a YES share, 0 to 1. */
  readonly price: number
}

/** Expresses a fill in terms of YES: NO bought at p is YES sold at 1 - p. `price`: of a share of its own outcome, 0 to 1. */
export function yesTerms(fill: { readonly outcome: Outcome; readonly side: Side; readonly price: number }): YesTerms {
  const isYes = fill.outcome === 'yes'
  return { sign: isYes === (fill.side === 'buy') ? 1 : -1, price: isYes ? fill.price : 1 - fill.price }
}
