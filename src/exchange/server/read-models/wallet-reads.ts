import type { Sequencer } from '../log/sequencer.js'
import { type Activity, createActivity } from './activity.js'
import type { Catalog } from './catalog.js'
import { type ChainLedger, createChainLedger } from './chain-ledger.js'
import { createLeaderboard, type Leaderboard } from './leaderboard.js'
import { createProfiles, type Profiles } from './profiles.js'
import { createRebates, type Rebates } from './rebates.js'
import { createReferrals, type Referrals } from './referrals.js'
import { createSeasons, type Seasons } from './seasons.js'
import { createStakes, type Stakes } from './stakes.js'
import { createYield, type Yield } from './yield.js'

/** What the exchange knows of wallets besides what the core keeps. Each part follows the log. */
export interface WalletReads {
  readonly activity: Activity
  readonly stakes: Stakes
  readonly referrals: Referrals
  readonly yields: Yield
  readonly rebates: Rebates
  readonly seasons: Seasons
  readonly leaderboard: Leaderboard
  readonly profiles: Profiles
  readonly ledger: ChainLedger
}

interface WalletReadsOptions {
  /** Looked up at each use, because the sequencer is opened after its watchers are created. */
  readonly sequencer: () => Sequencer
  readonly catalog: Catalog
  readonly yieldPercentPerYear: number
}

/** Read models of an exchange that has no wallets yet. */
export const createWalletReads = ({ sequencer, catalog, yieldPercentPerYear }: WalletReadsOptions): WalletReads => {
  const stakes = createStakes()
  return {
    activity: createActivity(),
    stakes,
    referrals: createReferrals(),
    yields: createYield(yieldPercentPerYear),
    rebates: createRebates(catalog),
    seasons: createSeasons(sequencer),
    leaderboard: createLeaderboard(sequencer, stakes),
    profiles: createProfiles(),
    ledger: createChainLedger(),
  }
}
