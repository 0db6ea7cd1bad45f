import type { Turn } from '../src/engine/news.js'
import { Timestamp } from '../src/model/time.js'

/** Warnings about a turn in which a strategy failed or the desk halted, one sentence each. */
export function turnWarnings({ faults, halt }: Pick<Turn, 'faults' | 'halt'>, now: Timestamp): readonly string[] {
  const failed = faults.map(
    ({ strategy, market, message }) =>
      `the strategy ${strategy} failed in market ${market} and left it alone from then on: ${message}`,
  )
  if (halt === null) return failed
  return [...failed, `halted at ${Timestamp.iso(now)} by ${halt.rule}: the limit is ${halt.limit}, found ${halt.found}`]
}
