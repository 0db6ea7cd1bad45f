import { createDesk } from '../src/engine/create-desk.js'
import type { Desk } from '../src/engine/desk.js'
import { freshDeskState } from '../src/engine/desk-state.js'
import type { AccountParts } from './account-parts.js'
import type { FairValues } from './fair-values.js'

export const EPOCH = 1

/**
 * The desk of an account with the markets that the recording begins with; `fairs` observes its strategies, null does not. A market that joins gets
 * the strategy assigned to its index.
 */
export function openDesk(parts: AccountParts, fairs: FairValues | null = null): Desk {
  const assignments = parts.assignments.map(assignment => fairs?.watch(assignment) ?? assignment)
  return createDesk({
    ...parts,
    markets: parts.opening,
    assignments: assignments.filter(({ market }) => parts.opening.some(({ index }) => index === market)),
    assign: ({ index }) => assignments.find(({ market }) => market === index) ?? null,
    state: freshDeskState(EPOCH),
  })
}
