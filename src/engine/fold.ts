import type { JournalEntry } from '../model/journal-entry.js'
import type { Market } from '../model/market.js'
import type { DeskState } from './desk-state.js'
import { Ledger } from './ledger.js'
import type { LedgerMarket } from './market-ids.js'

/** What a fold needs to know of a market. */
export type FoldedMarket = LedgerMarket & Pick<Market, 'result'>

/**
 * Applies the journal's entries after a checkpoint: returns the state that the desk had. No strategy runs. `markets` are those of the run that wrote
 * the entries, by index, with the results known when it began. `state` is not changed.
 */
export function foldDesk(state: DeskState, markets: readonly FoldedMarket[], entries: Iterable<JournalEntry>): DeskState {
  const ledger = new Ledger(state, markets)
  // That run's desk paid these results before its first turn.
  for (const market of markets) if (market.result !== null) ledger.portfolio.pay(market.id, market.result.yes)
  for (const entry of entries) foldEntry(ledger, entry)
  return ledger.save()
}

/** Applies one entry. */
export function foldEntry(ledger: Ledger, entry: JournalEntry): void {
  switch (entry.kind) {
    case 'submit':
      ledger.submit(entry.submit, entry.at)
      return
    case 'cancel':
      return ledger.cancel(entry.order, entry.at)
    case 'joined':
      return ledger.join(entry.market)
    case 'left':
      return ledger.leave(entry.market)
    case 'report':
      ledger.report(entry.report)
      return
    case 'refusal':
      return ledger.refuse(entry.refusal, entry.at)
    case 'control':
      return ledger.latch.control(entry.control)
    case 'halt':
      return ledger.latch.halt(entry, entry.at)
    case 'failure':
      return ledger.settlements.failure(entry.moved)
    case 'result':
      ledger.portfolio.pay(typeof entry.market === 'number' ? ledger.markets.idOf(entry.market) : entry.market, entry.yes)
      return
    // A fault stops one instance of a strategy; the next run creates a new one.
    case 'fault':
      return
    default:
      entry satisfies never
  }
}
