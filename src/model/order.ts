import type { Brand } from './brand.js'
import type { MarketIndex, OrderHash, OrderId } from './ids.js'
import type { Level, Outcome, Side, Wei } from './money.js'

/** A command as the bytes to send, with the hash by which the venue will name it. */
export interface Signed {
  readonly id: OrderId
  readonly hash: OrderHash
  readonly body: Uint8Array
}

/** Written to the journal. Cast only in `journal/append.ts`. */
export type Journaled<T> = Brand<T, 'Journaled'>

/** An order as the venue lists it. `id` null: not ours. */
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
