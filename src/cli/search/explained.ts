import type { ExplainedTurn } from '../../../backtest/explain-turn.js'
import type { Reviewed } from '../../engine/account.js'
import type { OrderEntries } from '../../journal/history.js'
import type { MarketId } from '../../model/ids.js'
import type { Place } from '../../model/intent.js'
import type { Timestamp } from '../../model/time.js'
import type { TurnInPart } from './turn-in-part.js'

/** What is known of why an order was sent or refused. */
export interface Explained {
  readonly wallet: string
  /** null: what is explained is a refusal. */
  readonly history: OrderEntries | null
  readonly refusal: { readonly seq: number; readonly at: Timestamp; readonly place: Place; readonly words: string } | null
  /** Of the order; null: neither the journal nor the run says which market had the index that a refusal names. */
  readonly market: MarketId | null
  readonly run: string | null
  readonly turn: ExplainedTurn | null
  /** What risk was asked and said; null: unknown. */
  readonly review: Reviewed | null
  /** What a log whose first parts are gone shows of the turn; null: nothing, or the log is whole. */
  readonly part: TurnInPart | null
  /** Why there is no turn to show, or none that can be trusted. */
  readonly untold: string | null
}
