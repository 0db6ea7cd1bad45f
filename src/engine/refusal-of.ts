import type { Place, Refusal } from '../model/intent.js'

/** A rule with its limit and what was found, both in the unit of its name. */
export type Broken = Omit<Refusal, 'intent'>

/**
 * Why an order is refused. Field by field, as all that a turn makes: V8 gives the copy that a spread makes a shape of its own, and code that reads
 * many shapes is slow.
 */
export const refusalOf = (intent: Place, { rule, limit, found }: Broken, note?: string): Refusal =>
  note === undefined ? { intent, rule, limit, found } : { intent, rule, limit, found, note }
