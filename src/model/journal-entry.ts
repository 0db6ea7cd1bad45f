import type { Control } from './batch.js'
import type { Fault } from './fault.js'
import type { Halt } from './halt.js'
import type { FillKey, MarketId, MarketIndex, OrderHash } from './ids.js'
import type { Refusal, Submit } from './intent.js'
import type { Market } from './market.js'
import type { Payout } from './payout.js'
import type { Report } from './report.js'
import type { Timestamp } from './time.js'

/** One entry of the journal, in order. Applying the entries after the last checkpoint restores the desk. */
export type JournalEntry =
  | { readonly kind: 'submit'; readonly at: Timestamp; readonly submit: Submit; readonly hash: OrderHash }
  | { readonly kind: 'cancel'; readonly at: Timestamp; readonly order: string }
  | { readonly kind: 'report'; readonly at: Timestamp; readonly report: Report }
  | { readonly kind: 'refusal'; readonly at: Timestamp; readonly refusal: Refusal }
  | { readonly kind: 'control'; readonly at: Timestamp; readonly control: Control }
  /** The desk halted: it quotes nothing until an explicit resume. */
  | ({ readonly kind: 'halt'; readonly at: Timestamp } & Halt)
  /** A fill failed to settle after its mark had moved by `moved` 1/10,000 since the match; positive: in our favour. */
  | { readonly kind: 'failure'; readonly at: Timestamp; readonly fill: FillKey; readonly moved: number }
  /** A market got an index: the following entries name it by that index. */
  | { readonly kind: 'joined'; readonly at: Timestamp; readonly market: Pick<Market, 'id' | 'index'> }
  /** A market that left is removed: the following entries no longer name it by an index. */
  | { readonly kind: 'left'; readonly at: Timestamp; readonly market: MarketId }
  /** A market's result was paid: `yes` for each YES share. A market that had left before is named by its id. */
  | { readonly kind: 'result'; readonly at: Timestamp; readonly market: MarketIndex | MarketId; readonly yes: Payout }
  /** The strategy of one market failed, and only that market stopped. `where`: file and line of the strategy's code. */
  | { readonly kind: 'fault'; readonly at: Timestamp; readonly fault: Fault; readonly where: string | null }
