import type { Limits, SumLimits } from '../model/limits.js'
import type { Market } from '../model/market.js'
import type { Timestamp } from '../model/time.js'
import type { Beside } from './bundle-sums.js'
import type { Stop } from './stops.js'

/** Where an account stands before one more order: sizes in millionths of a share, money in 1e-10. */
export interface Stance {
  readonly market: Market
  readonly limits: Limits
  readonly now: Timestamp
  /** The same by the wall clock. */
  readonly wall: number
  readonly isLive: boolean
  readonly heardAt: Timestamp
  /** How far the wall clock is from the venue's, either way, as far as that is known. */
  readonly clockOffsetMs: number
  /** Best prices without our own orders; 0: none. */
  readonly bid: number
  readonly ask: number
  /** Until when each side is stopped by its markout. */
  readonly stop: Readonly<Stop>
  /** Our own best prices, those of orders that are leaving included; 0: none. */
  readonly ownBid: number
  readonly ownAsk: number
  /** Matched and settled YES less NO, and what works on each side: ghosts are no position. */
  readonly net: number
  readonly bidOpen: number
  readonly askOpen: number
  readonly sellable: { readonly yes: number; readonly no: number }
  /** What the held shares cost, what the market's resting buys would, and those of all markets. */
  readonly heldCost: number
  readonly reserved: number
  readonly reservedAll: number
  readonly freeCash: number
  /** The most that is lost if YES or NO wins: settled, unsettled, working, unknown and removed-in-grace together. */
  readonly lossIfYes: number
  readonly lossIfNo: number
  /** The same if the market is voided and each share pays half. Reckoned only where `scopes` are. */
  readonly lossIfHalf: number
  /** Where the markets stand that have limits together with this one: those of its strategy, its neg-risk group, the account. */
  readonly scopes: readonly ScopeStance[]
  readonly ghosts: number
}

/** Where several markets stand together before one more order in one of them. Money in 1e-10. */
export interface ScopeStance extends Beside {
  readonly whose: 'strategy' | 'group' | 'account'
  /** Which one. */
  readonly name: string
  readonly limits: SumLimits
  /** The worst case of everything that does not stand or fall with the market: other groups, and markets that are in none. */
  readonly rest: number
  /** What held shares cost and resting buys would, of all its markets. Of a group not reckoned. */
  readonly heldCost: number
  readonly reserved: number
}
