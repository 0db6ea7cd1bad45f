import type { Budget } from './budget.js'
import type { DeskSettings } from './desk-options.js'
import type { StatusClock } from './desk-state.js'
import type { Ledger } from './ledger.js'
import type { RollingHash } from './rolling-hash.js'
import type { Slot } from './slot.js'

/** What the parts of one desk share. */
export interface Account {
  readonly ledger: Ledger
  readonly budget: Budget
  readonly settings: DeskSettings
  readonly clock: Readonly<StatusClock>
  readonly hash: RollingHash
  readonly slots: readonly Slot[]
}
