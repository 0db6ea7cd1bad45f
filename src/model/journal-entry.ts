import type { Control } from './batch.js'
import type { Fault } from './fault.js'
import type { Halt } from './halt.js'
import type { FillKey, MarketId, MarketIndex, OrderHash } from './ids.js'
import type { Refusal, Submit } from './intent.js'
import type { Market } from './market.js'
import type { Payout } from './payout.js'
import type { Report } from './report.js'
import type { Timestamp } from './time.js'

/** One line of memory, in the order things happened. Folding them over the last checkpoint gives the desk back. */
export type JournalEntry =
  | { readonly kind: 'submit'; readonly at: Timestamp; readonly submit: Submit; readonly hash: OrderHash }
  | { readonly kind: 'cancel'; readonly at: Timestamp; readonly order: string }
  | { readonly kind: 'report'; readonly at: Timestamp; readonly report: Report }
  | { readonly kind: 'refusal'; readonly at: Timestamp; readonly refusal: Refusal }
  | { readonly kind: 'control'; readonly at: Timestamp; readonly control: Control }
  /** The engine latched: nothing is quoted until an explicit resume. */
  | ({ readonly kind: 'halt'; readonly at: Timestamp } & Halt)
  /** A fill failed to settle after its mark had moved since the match: by `moved` 1/10,000, in our favour where that is above 0. */
  | { readonly kind: 'failure'; readonly at: Timestamp; readonly fill: FillKey; readonly moved: number }
  /** A market has an index from here on: the entries that follow mean it by that. */
  | { readonly kind: 'joined'; readonly at: Timestamp; readonly market: Pick<Market, 'id' | 'index'> }
  /** A market that left is forgotten: no entry that follows means it by an index. */
  | { readonly kind: 'left'; readonly at: Timestamp; readonly market: MarketId }
  /** A market's result was paid: `yes` for each YES share. One that had left before is named by its id. */
  | { readonly kind: 'result'; readonly at: Timestamp; readonly market: MarketIndex | MarketId; readonly yes: Payout }
  /** One market's strategy failed, and only that market stopped. `where`: file and line of its code. */
  | { readonly kind: 'fault'; readonly at: Timestamp; readonly fault: Fault; readonly where: string | null }
