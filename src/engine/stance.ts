import type { Limits, SumLimits } from '../model/limits.js'
import type { Market } from '../model/market.js'
import type { Timestamp } from '../model/time.js'
import type { Beside } from './bundle-sums.js'
import type { Stop } from './stops.js'

/** An account's position and exposure before one more order: sizes in millionths of a share, money in 1e-10. */
export interface Stance {
  readonly market: Market
  readonly limits: Limits
  readonly now: Timestamp
  /** The same in wall time. */
  readonly wall: number
  readonly isLive: boolean
  readonly heardAt: Timestamp
  /** Of the references that the market's strategy declares, the one whose newest value is oldest; null: there is none, or no limit of its age. */
  readonly oldest: { readonly name: string; readonly at: Timestamp } | null
  /** Known offset between the wall clock and the venue's, in either direction. */
  readonly clockOffsetMs: number
  /** Best prices without our own orders; 0: none. */
  readonly bid: number
  readonly ask: number
  /** Until when each side is stopped by its markout. */
  readonly stop: Readonly<Stop>
  /** Our own best prices, including orders that are leaving; 0: none. */
  readonly ownBid: number
  readonly ownAsk: number
  /** Matched and settled YES minus NO, and what works on each side: ghosts are not part of the position. */
  readonly net: number
  readonly bidOpen: number
  readonly askOpen: number
  readonly sellable: { readonly yes: number; readonly no: number }
  /** Cost of the market's held shares; 0 if `positionMaxUsdt`, the only rule that reads it, is disabled. */
  readonly heldCost: number
  /** Collateral behind the market's resting buys, and behind those of all markets. */
  readonly reserved: number
  readonly reservedAll: number
  readonly freeCash: number
  /** The most that is lost if YES or NO wins: settled, unsettled, working, unknown and removed-in-grace together. */
  readonly lossIfYes: number
  readonly lossIfNo: number
  /** The same if the market is voided and each share pays half. Computed only if there are `scopes`. */
  readonly lossIfHalf: number
  /** Stances of the market's scopes: its strategy, its neg-risk group, the account. */
  readonly scopes: readonly ScopeStance[]
  /** Number of removed orders that may still settle. */
  readonly ghosts: number
}

/** The exposure of several markets together before one more order in one of them. Money in 1e-10. */
export interface ScopeStance extends Beside {
  readonly whose: 'strategy' | 'group' | 'account'
  /** Which one. */
  readonly name: string
  readonly limits: SumLimits
  /** The worst case of everything independent of the market: other groups, and markets in none. */
  readonly rest: number
  /** Cost of held shares and of resting buys over all its markets. Not computed for a group. */
  readonly heldCost: number
  readonly reserved: number
}
