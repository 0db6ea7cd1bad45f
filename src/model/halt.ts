/** Why a desk latched: the rule that was passed, its limit and what was found, both in the unit of the rule's name. */
export interface Halt {
  readonly rule: string
  readonly limit: number
  readonly found: number
  /** The sums behind the two numbers, for a person. */
  readonly note?: string
}

/** A halt in words: `drawdownMaxPercent (limit 10, found 10.4: 104.00 USDT lost …)`. */
export const haltText = ({ rule, limit, found, note }: Halt): string =>
  `${rule} (limit ${limit}, found ${found}${note === undefined ? '' : `: ${note}`})`
