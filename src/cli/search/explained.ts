import type { ExplainedTurn } from '../../../backtest/explain-turn.js'
import type { Reviewed } from '../../engine/account.js'
import type { OrderEntries } from '../../journal/history.js'
import type { MarketId } from '../../model/ids.js'
import type { Place } from '../../model/intent.js'
import type { Timestamp } from '../../model/time.js'
import type { TurnInPart } from './turn-in-part.js'

/** What is known about why an order was sent or refused. */
export interface Explained {
  readonly wallet: string
  /** null: a refusal is explained. */
  readonly history: OrderEntries | null
  readonly refusal: {
    readonly seq: number
    readonly at: Timestamp
    readonly place: Place
    readonly what: string
    readonly words: string
  } | null
  /** The order's market; null: neither the journal nor the run says which market had the index in a refusal. */
  readonly market: MarketId | null
  readonly run: string | null
  readonly turn: ExplainedTurn | null
  /** The order as risk reviewed it, and risk's verdict; null: unknown. */
  readonly review: Reviewed | null
  /** What a log without its first parts shows of the turn; null: nothing, or the log is complete. */
  readonly part: TurnInPart | null
  /** Why there is no turn to show, or none that can be trusted. */
  readonly untold: string | null
}
