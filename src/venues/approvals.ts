import type { MarketId } from '../model/ids.js'
import type { Market } from '../model/market.js'
import type { Wei } from '../model/money.js'
import { exactDigits } from '../protocol/exact-digits.js'

/** Leave for a contract of the venue to take the wallet's cash or shares. */
export interface Approval {
  readonly what: 'cash' | 'shares'
  /** Address of the contract that keeps the cash or the shares. */
  readonly token: string
  /** Address of the contract that may take them. */
  readonly spender: string
  /** What that contract is, such as `the adapter of neg-risk markets`. */
  readonly name: string
  /** `trade`: orders need it; `split`: only making pairs of shares does. */
  readonly use: 'trade' | 'split'
  /** The markets that were asked for and need it. */
  readonly markets: readonly MarketId[]
  /** Cash that may be taken now; of shares, `unlimited` or nothing. */
  readonly allowed: Allowed
}

/** `unlimited`: more than anyone holds. */
export type Allowed = Wei | 'unlimited'

/** How much cash may be taken, in words. */
export const allowedText = (allowed: Allowed): string =>
  allowed === 'unlimited' ? 'any amount' : `${exactDigits(allowed)} USDT`

/** Which contracts of the venue may take what the wallet holds, at venues where orders need such leave. */
export interface Approvals {
  /** Every approval that these markets use, given or not; `null`: that any market of the venue uses. Rejects with a `VenueError`. */
  list(markets: readonly Market[] | null): Promise<readonly Approval[]>
  /**
   * Those of the markets whose orders lack an approval, each with what it lacks. An approval that was given once is not read again. Rejects with a
   * `VenueError`.
   */
  lacking(markets: readonly Market[]): Promise<ReadonlyMap<MarketId, string>>
  /**
   * Sets one of the list, 0 to take it back, and looks afterwards whether it is set. Of shares only `unlimited` and 0 exist. Resolves with the hash of
   * the transaction. Rejects with a `VenueError`; nothing was sent if the call would fail.
   */
  set(one: Approval, allowed: Allowed): Promise<string>
}
