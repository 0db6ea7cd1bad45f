import type { Sequencer } from '../log/sequencer.js'
import { type Activity, createActivity } from './activity.js'
import { createGrants, type Grants } from './grants.js'
import { createLeaderboard, type Leaderboard } from './leaderboard.js'
import { createProfiles, type Profiles } from './profiles.js'
import { createReferrals, type Referrals } from './referrals.js'
import { createSeasons, type Seasons } from './seasons.js'
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
  readonly profiles: Profiles
}

/** The floor is asked for late, because it is opened with these watching. */
export const createWalletWatchers = (floor: () => Sequencer, yieldPercentPerYear: number): WalletWatchers => {
  const stakes = createStakes()
  return {
    activity: createActivity(),
    stakes,
    referrals: createReferrals(),
    yields: createYield(yieldPercentPerYear),
    seasons: createSeasons(floor),
    leaderboard: createLeaderboard(floor, stakes),
    grants: createGrants(),
    profiles: createProfiles(),
  }
}
