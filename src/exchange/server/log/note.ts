import type { Timestamp } from '../../../model/time.js'
import type { CategoryText, MarketText } from '../text/market-text.js'

/** A third party that may act for an account, and from when until when. Addresses are lower-case. */
export interface Grant {
  readonly account: string
  readonly signer: string
  readonly createdAt: Timestamp
  readonly expiresAt: Timestamp
}

/** A change that answers need and the core does not. Notes are in the same log as the commands, so a restart restores them too. */
export type Note = { readonly at: Timestamp } & (
  | { readonly kind: 'category'; readonly category: CategoryText }
  | { readonly kind: 'market-words'; readonly words: MarketText }
  /** The operator's clarification of a market. */
  | { readonly kind: 'bulletin'; readonly market: number; readonly title: string; readonly text: string }
  | { readonly kind: 'grant'; readonly grant: Grant }
  | { readonly kind: 'grant-end'; readonly account: string; readonly signer: string }
  /** The referral code that an account entered; at most once for each account. */
  | { readonly kind: 'referral'; readonly account: string; readonly code: string }
  /** How an account is shown from now on, as in `Profile`. */
  | { readonly kind: 'profile'; readonly account: string; readonly name: string | null; readonly imageUrl: string | null }
  /** Pending yield became cash; `wei` are decimal digits. */
  | { readonly kind: 'yield-paid'; readonly account: string; readonly wei: string }
  /** Pending maker rebates became cash; `wei` are decimal digits. */
  | { readonly kind: 'rebate-paid'; readonly account: string; readonly wei: string }
  /** A season began. `microPoints`: millionths of a point that all wallets had earned before it. */
  | { readonly kind: 'season'; readonly season: number; readonly microPoints: number }
  /** A signed transaction was mined. `value` and `price` of a unit of gas are decimal digits of wei; addresses are lower-case. */
  | {
      readonly kind: 'transaction'
      readonly hash: string
      readonly from: string
      readonly to: string | null
      readonly nonce: number
      readonly value: string
      readonly price: string
      readonly gasUsed: number
      readonly isSuccess: boolean
      readonly raw: string
    }
  /** A connected party's request was accepted; the same request is refused afterwards. */
  | { readonly kind: 'grant-use'; readonly request: string }
)
