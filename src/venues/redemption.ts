import type { MarketId } from '../model/ids.js'
import type { Outcome, Wei } from '../model/money.js'

/** Shares of a decided market that a wallet holds, and what they pay. */
export interface Redeemable {
  readonly market: MarketId
  readonly question: string
  readonly shares: Readonly<Record<Outcome, Wei>>
  readonly payout: Wei
}

/** Turns shares of decided markets into cash, at venues whose results are not paid by themselves. */
export interface Redemption {
  /** All that the wallet can redeem now. Rejects with a `VenueError`. */
  list(): Promise<readonly Redeemable[]>
  /**
   * Redeems one of the list, and looks afterwards whether its shares are gone. Resolves with the hash of the transaction. Rejects with a
   * `VenueError`; nothing was sent if the call would fail.
   */
  redeem(one: Redeemable): Promise<string>
}
