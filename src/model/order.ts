import type { Brand } from './brand.js'
import type { MarketIndex, OrderHash, OrderId } from './ids.js'
import type { Level, Outcome, Side, Wei } from './money.js'

/** A command as the bytes that will be sent, with the name the venue will know it by. */
export interface Signed {
  readonly id: OrderId
  readonly hash: OrderHash
  readonly body: Uint8Array
}

/** What stands in the journal. The cast stands in `journal/append.ts` only. */
export type Journaled<T> = Brand<T, 'Journaled'>

/** An order as the venue shows it. `id` null: not ours. */
export interface OpenOrder extends Level {
  readonly id: OrderId | null
  readonly hash: OrderHash
  readonly venueId: string
  readonly market: MarketIndex
  readonly outcome: Outcome
  readonly side: Side
  readonly filled: Wei
  readonly rewardRate: number
}
