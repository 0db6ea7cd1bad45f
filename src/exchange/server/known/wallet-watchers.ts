import type { House } from '../house.js'
import { type Activity, createActivity } from './activity.js'
import { createGrants, type Grants } from './grants.js'
import { createLeaderboard, type Leaderboard } from './leaderboard.js'
import { createReferrals, type Referrals } from './referrals.js'
import { createSeasons, type Seasons } from './season.js'
import { createStakes, type Stakes } from './stakes.js'
import { createYield, type Yield } from './yield.js'

/** Everything that is known of wallets beside what the core keeps. */
export interface WalletWatchers {
  readonly activity: Activity
  readonly stakes: Stakes
  readonly referrals: Referrals
  readonly yields: Yield
  readonly seasons: Seasons
  readonly leaderboard: Leaderboard
  readonly grants: Grants
}

/** `house` is asked for late, because the floor that it holds is opened with these watching. */
export const createWalletWatchers = (house: () => House, yieldPercentPerYear: number): WalletWatchers => ({
  activity: createActivity(),
  stakes: createStakes(),
  referrals: createReferrals(),
  yields: createYield(yieldPercentPerYear),
  seasons: createSeasons(house),
  leaderboard: createLeaderboard(house),
  grants: createGrants(),
})
