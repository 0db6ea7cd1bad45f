import type { Batch } from '../model/batch.js'
import type { OrderId } from '../model/ids.js'
import type { Market } from '../model/market.js'
import type { Reviewed } from './account.js'
import { AccountDesk } from './account-desk.js'
import type { Books } from './books.js'
import type { DeskLook } from './desk-look.js'
import type { Assignment, DeskSettings } from './desk-options.js'
import type { DeskState } from './desk-state.js'
import type { DeskSummary } from './desk-summary.js'
import type { Turn } from './news.js'
import type { Outgoing } from './outgoing.js'
import type { Rows } from './turn.js'

/** One account: strategies, requote, legs, risk, budget, blotter, portfolio. Live has one, a backtest one for each fill model. */
export interface Desk {
  /** After `books.apply` of the same batch. */
  turn(batch: Batch): Turn
  /**
   * The same for a driver that takes rows: after the batch's reports it hears what is due together with the first word of `rows`, where there are
   * any, and tells `outgoing` what leaves. The turn that it answers names no commands.
   */
  pass(batch: Batch, outgoing: Outgoing, rows: Rows | null): Turn
  /** A copy, as plain data. */
  state(): DeskState
  /** Of the state, and of all commands and reports of this run. */
  stateHash(): string
  summary(): DeskSummary
  /** What is at risk, rests and is left of the venue's calls: for a person's eyes, between two turns. */
  look(): DeskLook
  /** Orders whose end the venue should have told of: their account is worth a look. Changes nothing. */
  doubts(): readonly OrderId[]
}

export interface DeskParts {
  readonly books: Books
  readonly markets: readonly Market[]
  readonly assignments: readonly Assignment[]
  /**
   * The strategy of a market that joins; null: nothing quotes there. `stanza`: whose the market is, as the run said. Live, a replay and a backtest must
   * name the same. Absent: no market that joins is quoted.
   */
  readonly assign?: ((market: Market, stanza: number | null) => Assignment | null) | undefined
  readonly settings: DeskSettings
  readonly state: DeskState
  /** Its first place holds the market whose strategy is being asked, -1 between them: for a thread that looks from outside. */
  readonly deciding?: Int32Array | undefined
  /** Sees every order that comes before risk, for explaining a turn. */
  readonly onReview?: (seen: Reviewed) => void
}

/** Makes a desk that goes on from `state`. Throws a RangeError for settings that cannot hold. */
export const createDesk = (parts: DeskParts): Desk => new AccountDesk(parts)
