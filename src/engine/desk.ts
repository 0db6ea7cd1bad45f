import type { Batch } from '../model/batch.js'
import type { OrderId } from '../model/ids.js'
import type { Market } from '../model/market.js'
import type { Reviewed } from './account.js'
import type { Asking } from './asking.js'
import type { Books } from './books.js'
import type { DeskLook } from './desk-look.js'
import type { Assignment, DeskSettings } from './desk-options.js'
import type { DeskState } from './desk-state.js'
import type { DeskSummary } from './desk-summary.js'
import type { Turn } from './news.js'
import type { Outgoing } from './outgoing.js'
import type { WordRows } from './turn.js'

/** One account: strategies, requote, legs, risk, budget, blotter, portfolio. Live has one, a backtest one for each fill model. */
export interface Desk {
  /** Call after `books.apply` with the same batch. */
  turn(batch: Batch): Turn
  /**
   * The same for a driver that works with rows: after the batch's reports, the desk books the words of `rows` that are due, if given, and passes what
   * is sent to `outgoing`. The returned turn has no command objects.
   * @internal
   */
  pass(batch: Batch, outgoing: Outgoing, rows: WordRows | null): Turn
  /** A copy, as plain data. */
  state(): DeskState
  /** Hash of the state, and of all commands and reports of this run. */
  stateHash(): string
  /** Money, counts and markets as they stand after the last turn. */
  summary(): DeskSummary
  /** Exposure, resting orders and remaining calls: for people, between two turns. */
  look(): DeskLook
  /** Orders whose end the venue should have reported: a reason to look at the account. Changes nothing. */
  doubts(): readonly OrderId[]
}

/** What a desk is made of. */
export interface DeskParts {
  /** Shared by all desks that look at these markets. */
  readonly books: Books
  /** Those that there are at the beginning, in the order of their indexes. */
  readonly markets: readonly Market[]
  /** At most one for each market. */
  readonly assignments: readonly Assignment[]
  /**
   * Returns the strategy for a market that joins; null: it is not quoted. `stanza`: as reported by the run. Live, replay and backtest must return the
   * same. Absent: markets that join are not quoted.
   */
  readonly assign?: ((market: Market, stanza: number | null) => Assignment | null) | undefined
  readonly settings: DeskSettings
  readonly state: DeskState
  /** Says which strategy is being asked, for a watching thread. Absent: no thread watches. */
  readonly asking?: Asking | undefined
  /** Called with every order that comes before risk, to explain a turn. */
  readonly onReview?: (seen: Reviewed) => void
}
