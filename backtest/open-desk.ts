import { createDesk, type Desk } from '../src/engine/desk.js'
import { freshDeskState } from '../src/engine/desk-state.js'
import type { AccountParts } from './account-parts.js'

export const EPOCH = 1

/** The desk of an account, with the markets that the recording begins with. One that joins has the strategy which is assigned to its index. */
export const openDesk = (parts: AccountParts): Desk =>
  createDesk({
    ...parts,
    markets: parts.opening,
    assignments: parts.assignments.filter(({ market }) => parts.opening.some(({ index }) => index === market)),
    assign: ({ index }) => parts.assignments.find(({ market }) => market === index) ?? null,
    state: freshDeskState(EPOCH),
  })
