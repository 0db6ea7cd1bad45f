import { type DeskState, freshDeskState } from '../engine/desk-state.js'
import { Ledger } from '../engine/ledger.js'
import { payoutsOf, sharesByMarket, totalOf } from '../engine/unredeemed.js'
import type { Market } from '../model/market.js'
import { Wei } from '../model/money.js'
import type { Report, Snapshot } from '../model/report.js'

/** Settled money according to the venue. */
type VenueBooks = Pick<Snapshot, 'cash' | 'shares' | 'elsewhere'>

/** A difference between the venue and our books, in wei. */
export interface MoneyDifference {
  /** `cash`, or a market and outcome. */
  readonly what: string
  readonly ours: Wei
  readonly venue: Wei
}

/**
 * Compares settled cash and shares with the venue's, to the wei. While a fill settles, the chain may be slightly ahead of its report, so a difference
 * counts only when nothing is pending.
 */
export function differences(state: DeskState, markets: readonly Market[], venue: VenueBooks): readonly MoneyDifference[] {
  const found: MoneyDifference[] = []
  const compare = (what: string, ours: Wei, venue: Wei): void => {
    if (ours !== venue) found.push({ what, ours, venue })
  }
  compare('cash', state.cash, Wei.add(venue.cash, payoutsLeft(state, markets, venue)))
  for (const { id, index } of markets) {
    const position = state.positions.get(id)
    // What shares of a decided market pay is compared as cash.
    const held = (position?.result ?? null) === null ? venue.shares.get(index) : undefined
    for (const outcome of ['yes', 'no'] as const) {
      compare(`${id} ${outcome}`, position?.[outcome].shares ?? Wei.ZERO, held?.[outcome] ?? Wei.ZERO)
    }
  }
  return found
}

/** What the wallet's shares of decided markets pay once it redeems them. */
export function payoutsLeft(state: DeskState, markets: readonly Market[], venue: VenueBooks): Wei {
  const ids = new Map(markets.map(({ id, index }) => [index, id]))
  return totalOf(
    payoutsOf(
      state.positions,
      sharesByMarket(venue, index => ids.get(index)),
    ),
  )
}

/** Books built from a snapshot and the reports after it, each fill once. `told` begins with the snapshot report itself. */
export function booksBehind(told: readonly Report[], markets: readonly Market[]): VenueBooks {
  const ledger = new Ledger(freshDeskState(0), markets)
  for (const report of told) ledger.report(report)
  const shares = markets.map(({ id, index }) => {
    const { yes, no } = ledger.portfolio.position(id)
    return [index, { yes: yes.shares, no: no.shares }] as const
  })
  const elsewhere = told.findLast(report => report.kind === 'snapshot')?.snapshot.elsewhere
  return { cash: ledger.state.cash, shares: new Map(shares), ...(elsewhere !== undefined && { elsewhere }) }
}
