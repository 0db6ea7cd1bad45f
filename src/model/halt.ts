/** Why a desk halted: the rule, its limit and the value found, both in the unit of the rule's name. */
export interface Halt {
  readonly rule: string
  readonly limit: number
  readonly found: number
  /** How the value found was computed, for people. */
  readonly note?: string
}

/** A halt as text: `drawdownMaxPercent (limit 10, found 10.4: 104.00 USDT lost …)`. */
export const haltText = ({ rule, limit, found, note }: Halt): string =>
  `${rule} (limit ${limit}, found ${found}${note === undefined ? '' : `: ${note}`})`
