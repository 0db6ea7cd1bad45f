import type { Timestamp } from '../../model/time.js'
import type { CategoryWords, MarketWords } from './market-words.js'

/**
 * Everything that changes what the exchange says and that its core need not know. It stands in the same log as the commands, so that a
 * restart gives it back.
 */
export type Note = { readonly at: Timestamp } & (
  | { readonly kind: 'category'; readonly category: CategoryWords }
  | { readonly kind: 'market-words'; readonly words: MarketWords }
  /** The operator clarifies something about a market. */
  | { readonly kind: 'bulletin'; readonly market: number; readonly title: string; readonly text: string }
)
