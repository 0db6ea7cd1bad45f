import type { MarketId } from '../model/ids.js'
import type { Outcome, Wei } from '../model/money.js'

/** Shares of a market without a result, and how many pairs of YES and NO can be made or turned into cash. */
export interface PairedMarket {
  readonly market: MarketId
  readonly question: string
  readonly shares: Readonly<Record<Outcome, Wei>>
  /** Of them, those that no open order sells. */
  readonly free: Readonly<Record<Outcome, Wei>>
}

/** Turns pairs of shares into cash and cash into pairs, a unit for each pair, at venues where a wallet can. */
export interface Pairs {
  /** Every market in which the wallet holds both outcomes. Rejects with a `VenueError`, also while a match of the wallet has not settled. */
  list(): Promise<readonly PairedMarket[]>
  /** A market by its id. Rejects with a `VenueError`, also if its trading has ended. */
  market(id: string): Promise<PairedMarket>
  /**
   * Turns as many pairs of a market of the list into cash, and looks afterwards whether they are gone. Resolves with the hash of the transaction.
   * Rejects with a `VenueError`; nothing was sent if the call would fail.
   */
  merge(market: MarketId, pairs: Wei): Promise<string>
  /** The same the other way round. If the allowance is too small for it, one of exactly this amount is given first. */
  split(market: MarketId, pairs: Wei): Promise<string>
}
