import type { Timestamp } from '../../../model/time.js'

/** What will disturb a market. It is written down with the market, so that a restart and a changed world go on with it. */
export interface MarketPlan {
  readonly pause: { readonly from: Timestamp; readonly to: Timestamp } | null
  readonly tick: { readonly at: Timestamp; readonly decimals: 2 | 3 } | null
  readonly clarifiesAt: Timestamp | null
  readonly isDisputed: boolean
}
