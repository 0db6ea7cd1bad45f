import { CANCELS_A_CALL } from './cancel-lot.js'
import type { BudgetOptions } from './desk-options.js'
import type { DeskState } from './desk-state.js'

/**
 * The state that a run begins with: it includes how many orders one cancel request of this run's venue holds, so that a fold of the journal counts
 * the same calls as the desk. The default is left out, so the state of a usual venue is unchanged. Throws a RangeError for a number that is not an
 * integer from 1 to the default, 100.
 */
export function withCancelsPerCall(state: DeskState, { cancelsPerCall = CANCELS_A_CALL }: Partial<BudgetOptions>): DeskState {
  if (!isCancelsPerCall(cancelsPerCall))
    throw new RangeError(`budget.cancelsPerCall is a whole number from 1 to ${CANCELS_A_CALL}, found ${cancelsPerCall}`)
  const { cancelsPerCall: _, ...rest } = state
  return cancelsPerCall === CANCELS_A_CALL ? rest : { ...rest, cancelsPerCall }
}

const isCancelsPerCall = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= CANCELS_A_CALL
