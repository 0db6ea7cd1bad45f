/** Why a desk halted: the rule, its limit and the value found, both in the unit of the rule's name. */
export interface Halt {
  readonly rule: string
  readonly limit: number
  readonly found: number
  /** How the value found was computed, for people. */
  readonly note?: string
}

const ASKED_BY = 'asked by '

/** The halt that a person, a program of theirs or a strategy asked for. */
export const askedHalt = (who: string, note?: string): Halt => ({
  rule: `${ASKED_BY}${who}`,
  limit: 0,
  found: 0,
  ...(note !== undefined && { note }),
})

/** A halt as text that follows "halted by": `drawdownMaxPercent (limit 10, found 10.4: 104.00 USDT lost …)`, or `a request of cli`. */
export function haltText({ rule, limit, found, note }: Halt): string {
  const reason = note === undefined ? '' : `: ${note}`
  if (rule.startsWith(ASKED_BY)) return `a request of ${rule.slice(ASKED_BY.length)}${reason}`
  return `${rule} (limit ${limit}, found ${found}${reason})`
}
