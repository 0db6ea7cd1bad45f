import type { DeskState } from '../engine/desk-state.js'
import type { Market } from '../model/market.js'
import { Wei } from '../model/money.js'
import type { Report, Snapshot } from '../model/report.js'

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

/** A snapshot as it would be, had it been read after the settlements that are told behind it. */
export function settledBehind(snapshot: Snapshot, reports: readonly Report[]): Snapshot {
  let { cash } = snapshot
  const shares = new Map(Array.from(snapshot.shares, ([market, held]) => [market, { ...held }]))
  for (const report of reports) {
    if (report.kind !== 'settled') continue
    const { market, outcome, side, value, fee } = report.fill
    const held = shares.get(market) ?? { yes: Wei.ZERO, no: Wei.ZERO }
    shares.set(market, held)
    const sign = side === 'buy' ? 1n : -1n
    cash = Wei.of(cash - sign * value - (fee.in === 'cash' ? fee.amount : 0n))
    held[outcome] = Wei.of(held[outcome] + sign * report.fill.shares - (fee.in === 'shares' ? fee.amount : 0n))
  }
  return { ...snapshot, cash, shares }
}
