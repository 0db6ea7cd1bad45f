import type { Action, ActionAnswer } from './schemas-action.js'
import type { ProfitPoint } from './schemas-history.js'
import type { MarketDetail } from './schemas-market.js'
import type { RunCopy } from './schemas-run.js'

/** The gain of a share of a fill by the mid price some seconds later, in collateral. */
export interface FillMarkout {
  readonly key: string
  readonly afterSeconds: number
  readonly perShare: number
}

/** A copy of the run, with the ladder that is being watched. `copy` null: the last copy is still current. */
export interface CopyMessage {
  readonly copy: RunCopy | null
  readonly detail: MarketDetail | null
}

/**
 * A message from the trading thread to the door's thread. The trading thread copies the run only while it is watched (`want.everyMs` above 0), in its
 * timer turn and after an action. The door reads history itself, from the journal and the log file.
 */
export type ToDoor =
  /** A `CopyMessage` as JSON: for the trading thread, sending a text costs a third of sending the objects. */
  | { readonly kind: 'copy'; readonly text: string }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: ActionAnswer }
  /** Sent with each status line of the run, which has these sums anyway. */
  | { readonly kind: 'point'; readonly point: ProfitPoint }
  | { readonly kind: 'markout'; readonly markout: FillMarkout }
  | { readonly kind: 'end'; readonly why: string }

/** A message from the door's thread to the trading thread. */
export type FromDoor =
  | { readonly kind: 'open'; readonly port: number }
  /** `everyMs` 0: the run is not watched. `market`: the market whose ladder and prints are watched; null: none. */
  | { readonly kind: 'want'; readonly everyMs: number; readonly market: string | null }
  | { readonly kind: 'act'; readonly id: number; readonly who: string; readonly key: string; readonly action: Action }
  /** For the run's log. */
  | { readonly kind: 'tell'; readonly level: 'info' | 'warn'; readonly text: string }
  /** The door is closed, and its file deleted. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'failed'; readonly text: string }
