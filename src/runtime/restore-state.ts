import { type DeskState, freshDeskState } from '../engine/desk-state.js'
import { foldDesk } from '../engine/fold.js'
import type { Journal } from '../journal/journal.js'
import { JournalError } from '../journal/journal-error.js'
import type { MarketId } from '../model/ids.js'
import type { Timestamp } from '../model/time.js'

/** A wallet restored from its journal. */
export interface RestoredState {
  readonly state: DeskState
  /** Time of the last checkpoint; null: the wallet has not run before. */
  readonly savedAt: Timestamp | null
}

/** The state at the end of a wallet's last run: the last checkpoint and the entries after it, or an empty state for an empty journal. */
export function restoreState(journal: Journal): RestoredState {
  const { checkpoint, entries } = journal.restore()
  if (checkpoint === null) return { state: freshDeskState(journal.epoch), savedAt: null }
  const state = checkpoint.state as DeskState
  if (state?.version !== 1)
    throw new JournalError(`the journal's state has version ${String(state?.version)}, this program reads version 1`)
  return { state: foldDesk(state, checkpoint.markets, entries), savedAt: checkpoint.at }
}

/** Markets in which the wallet has shares, unsettled fills, or orders that may be open. */
export function heldMarkets(state: DeskState): readonly MarketId[] {
  const held = new Set<MarketId>()
  for (const [id, { yes, no }] of state.positions) if (yes.shares !== 0n || no.shares !== 0n) held.add(id)
  for (const { market } of state.pending.values()) held.add(market)
  for (const { market, endedAt } of state.orders.values()) if (endedAt === null) held.add(market)
  return [...held]
}
