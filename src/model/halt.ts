/** Why a desk halted: the rule, its limit and the value found, both in the unit of the rule's name. */
export interface Halt {
  readonly rule: string
  readonly limit: number
  readonly found: number
  /** How the value found was computed, for people. */
  readonly note?: string
}

const ASKED_BY = 'asked by '

/** The halt that a person, or a program of theirs, asked for. */
export const askedHalt = (who: string): Halt => ({ rule: `${ASKED_BY}${who}`, limit: 0, found: 0 })

/** A halt as text that follows "halted by": `drawdownMaxPercent (limit 10, found 10.4: 104.00 USDT lost …)`, or `a request of cli`. */
export const haltText = ({ rule, limit, found, note }: Halt): string =>
  rule.startsWith(ASKED_BY)
    ? `a request of ${rule.slice(ASKED_BY.length)}`
    : `${rule} (limit ${limit}, found ${found}${note === undefined ? '' : `: ${note}`})`
