import { CANCELS_A_CALL } from './cancel-lot.js'
import type { BudgetOptions } from './desk-options.js'
import type { DeskState } from './desk-state.js'

/**
 * The state that a run begins with: it says how many orders one cancel request of this run's venue holds, so that a fold of the journal counts
 * the same calls as the desk. The usual number is left out, so a state of the usual venue reads as it always did. Throws a RangeError for a
 * number that is not whole, below 1 or above the usual 100.
 */
export function withCancelsPerCall(state: DeskState, { cancelsPerCall = CANCELS_A_CALL }: Partial<BudgetOptions>): DeskState {
  if (!isCancelsPerCall(cancelsPerCall))
    throw new RangeError(`budget.cancelsPerCall is a whole number from 1 to ${CANCELS_A_CALL}, found ${cancelsPerCall}`)
  const { cancelsPerCall: _, ...rest } = state
  return cancelsPerCall === CANCELS_A_CALL ? rest : { ...rest, cancelsPerCall }
}

const isCancelsPerCall = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= CANCELS_A_CALL
