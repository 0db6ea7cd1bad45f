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

/** An order before risk, the account's stance, and risk's decision. */
export interface Reviewed {
  readonly place: Place
  readonly stance: Stance
  readonly verdict: Approved<Place> | Refusal
  /** The factor that the taper applied to its side's sizes, 0 to 1. */
  readonly taper: number
}

/** What the parts of one desk share. */
export interface Account {
  readonly ledger: Ledger
  readonly budget: Budget
  /** A person may change limits, requote options and parameters; only `change-settings.ts` writes them. */
  settings: DeskSettings
  readonly clock: Readonly<DeskClock>
  readonly hash: RollingHash
  readonly news: News
  /** By market index. */
  readonly slots: readonly Slot[]
  /** By market index; undefined: no market of this desk has this index. */
  readonly slotAt: readonly (Slot | undefined)[]
  readonly remnants: Remnants
  /** Limits that several markets share. */
  readonly scopes: Scopes
  /** Parameters that a person changed, replacing the assigned ones. */
  readonly parameters: ParameterChanges
  /** Called with every order that comes before risk; only to explain a turn. null: nothing is explained. */
  readonly onReview: ((seen: Reviewed) => void) | null
}
