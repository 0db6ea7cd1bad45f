import type { Timestamp } from '../../../model/time.js'
import type { CategoryText, MarketText } from '../text/market-text.js'
import type { Grant } from './grant.js'

/**
 * Everything that changes what the exchange says and that its core need not know. It stands in the same log as the commands, so that a
 * restart gives it back.
 */
export type Note = { readonly at: Timestamp } & (
  | { readonly kind: 'category'; readonly category: CategoryText }
  | { readonly kind: 'market-words'; readonly words: MarketText }
  /** The operator clarifies something about a market. */
  | { readonly kind: 'bulletin'; readonly market: number; readonly title: string; readonly text: string }
  | { readonly kind: 'grant'; readonly grant: Grant }
  | { readonly kind: 'grant-end'; readonly account: string; readonly signer: string }
  /** The code of whoever sent this account; once in its life. */
  | { readonly kind: 'referral'; readonly account: string; readonly code: string }
  /** How an account is shown from now on, as `Profile` has it. */
  | { readonly kind: 'profile'; readonly account: string; readonly name: string | null; readonly imageUrl: string | null }
  /** Pending yield became cash; `wei` are decimal digits. */
  | { readonly kind: 'yield-paid'; readonly account: string; readonly wei: string }
  /** Pending maker rebates became cash. */
  | { readonly kind: 'rebate-paid'; readonly account: string; readonly wei: string }
  /** A season began, with so many millionths of a point earned before it. */
  | { readonly kind: 'season'; readonly season: number; readonly microPoints: number }
  /** A connected party's request was let in: it is not let in again. */
  | { readonly kind: 'grant-use'; readonly request: string }
)
