import type { MarketId } from '../model/ids.js'
import { Wei } from '../model/money.js'

/** NO of a neg-risk group that a wallet holds. */
export interface GroupNo {
  /** The venue's name of the group. */
  readonly group: string
  readonly title: string
  /** Number of its markets. */
  readonly size: number
  /** Part of the shares and the cash of a conversion that is kept as a fee, in bps. */
  readonly feeBps: number
  /** Markets of the group in which NO is held, and how much of it no open order sells. */
  readonly markets: readonly { readonly market: MarketId; readonly question: string; readonly free: Wei }[]
}

/** Shares of each outcome that a conversion of `shares` gives, after the fee; of its cash, this for each NO but the first. */
export const convertedTo = (shares: Wei, { feeBps }: Pick<GroupNo, 'feeBps'>): Wei =>
  Wei.of(shares - (shares * BigInt(feeBps)) / BPS)

const BPS = 10_000n

/** Which NO is to be converted: `shares` of each of these markets of a group. */
export interface WantedConversion {
  readonly group: string
  readonly markets: readonly MarketId[]
  readonly shares: Wei
}

/**
 * Turns NO of some markets of a neg-risk group into as much YES of its other markets, and into cash: a unit for each NO but the first. At venues where a
 * wallet can.
 */
export interface Conversions {
  /** Every group in which the wallet holds NO. Rejects with a `VenueError`, also while a match of the wallet has not settled. */
  list(): Promise<readonly GroupNo[]>
  /**
   * Converts NO of a group of the list, and looks afterwards whether it did. Resolves with the hash of the transaction. Rejects with a `VenueError`;
   * nothing was sent if the call would fail.
   */
  convert(wanted: WantedConversion): Promise<string>
}
