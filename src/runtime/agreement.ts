import type { DeskState } from '../engine/desk-state.js'
import type { Market } from '../model/market.js'
import { Wei } from '../model/money.js'
import type { Snapshot } from '../model/report.js'

/** Something the venue and our books do not agree on, in wei. */
export interface Difference {
  /** `cash`, or a market with its outcome. */
  readonly what: string
  readonly ours: Wei
  readonly venue: Wei
}

/**
 * Compares settled cash and shares with the venue's, to the wei. While a fill settles, the chain may be a moment ahead of its report, so a
 * difference is a finding only when nothing is pending.
 */
export function differences(state: DeskState, markets: readonly Market[], snapshot: Snapshot): readonly Difference[] {
  const found: Difference[] = []
  const compare = (what: string, ours: Wei, venue: Wei): void => {
    if (ours !== venue) found.push({ what, ours, venue })
  }
  compare('cash', state.cash, snapshot.cash)
  for (const { id, index } of markets) {
    const position = state.positions.get(id)
    const held = snapshot.shares.get(index)
    for (const outcome of ['yes', 'no'] as const) {
      compare(`${id} ${outcome}`, position?.[outcome].shares ?? Wei.ZERO, held?.[outcome] ?? Wei.ZERO)
    }
  }
  return found
}
