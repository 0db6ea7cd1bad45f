import type { Action, ActionAnswer } from './schemas-action.js'
import type { ProfitPoint } from './schemas-history.js'
import type { MarketDetail } from './schemas-market.js'
import type { RunCopy } from './schemas-run.js'

/** What a share of a fill gained by the middle of the book some seconds later, in collateral. */
export interface FillMarkout {
  readonly key: string
  readonly afterSeconds: number
  readonly perShare: number
}

/** A copy of the run, with the ladder that someone looks at. `copy` null: the run as it was told last. */
export interface CopyMessage {
  readonly copy: RunCopy | null
  readonly detail: MarketDetail | null
}

/**
 * What the trading thread says to the door's thread. It makes a copy only while someone watches (`want.everyMs` above 0), in its timer turn and
 * after an action; history the door reads itself, from the journal and the log file.
 */
export type ToDoor =
  /** A `CopyMessage` as JSON: a text goes from thread to thread at a third of what the objects would cost the one that trades. */
  | { readonly kind: 'copy'; readonly text: string }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: ActionAnswer }
  /** With each status line of the run, which has these sums anyway. */
  | { readonly kind: 'point'; readonly point: ProfitPoint }
  | { readonly kind: 'markout'; readonly markout: FillMarkout }
  | { readonly kind: 'end'; readonly why: string }

/** What the door's thread says to the trading thread. */
export type FromDoor =
  | { readonly kind: 'open'; readonly port: number }
  /** `everyMs` 0: no one watches. `market`: whose ladder and prints someone looks at; null: of none. */
  | { readonly kind: 'want'; readonly everyMs: number; readonly market: string | null }
  | { readonly kind: 'act'; readonly id: number; readonly who: string; readonly key: string; readonly action: Action }
  /** For the log of the run. */
  | { readonly kind: 'tell'; readonly level: 'info' | 'warn'; readonly text: string }
  /** It is closed, and its file is gone. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'failed'; readonly text: string }
