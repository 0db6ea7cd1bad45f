import type { Approved, Place, Refusal } from '../model/intent.js'
import type { Budget } from './budget.js'
import type { DeskClock } from './desk-clock.js'
import type { DeskSettings } from './desk-options.js'
import type { Ledger } from './ledger.js'
import type { News } from './news.js'
import type { ParameterChanges } from './parameter-changes.js'
import type { Remnants } from './remnants.js'
import type { RollingHash } from './rolling-hash.js'
import type { Scopes } from './scopes.js'
import type { Slot } from './slot.js'
import type { Stance } from './stance.js'

/** An order before risk, where the account stood, and what risk said. */
export interface Reviewed {
  readonly place: Place
  readonly stance: Stance
  readonly verdict: Approved<Place> | Refusal
  /** What part of its size the taper had left to its side, 0 to 1. */
  readonly taper: number
}

/** What the parts of one desk share. */
export interface Account {
  readonly ledger: Ledger
  readonly budget: Budget
  /** A person may change limits, requote options and parameters; `change-settings.ts` alone writes them. */
  settings: DeskSettings
  readonly clock: Readonly<DeskClock>
  readonly hash: RollingHash
  readonly news: News
  /** In the order of their indexes. */
  readonly slots: readonly Slot[]
  /** By market index; undefined: no market of this desk has it. */
  readonly slotAt: readonly (Slot | undefined)[]
  readonly remnants: Remnants
  /** What limits markets together. */
  readonly scopes: Scopes
  /** What strategies are given in place of what they were assigned. */
  readonly parameters: ParameterChanges
  /** Sees every order that comes before risk: for explaining a turn, never for deciding. */
  readonly onReview: ((seen: Reviewed) => void) | null
}
