import type { Timestamp } from '../../../model/time.js'

/** For how long what may be done on a market is limited, and to what. */
export interface Halt {
  readonly status: 'CANCEL_ONLY' | 'MATCHING_NOT_ENABLED'
  readonly from: Timestamp
  readonly to: Timestamp
}

/** What will disturb a market. It is written down with the market, so that a restart and a changed world go on with it. */
export interface MarketPlan {
  readonly pause: { readonly from: Timestamp; readonly to: Timestamp } | null
  readonly tick: { readonly at: Timestamp; readonly decimals: 2 | 3 } | null
  readonly clarifiesAt: Timestamp | null
  readonly isDisputed: boolean
  /** Whiles in which less may be done than usual. Missing in what an earlier version wrote down. */
  readonly halts?: readonly Halt[]
  /** When it is taken away; missing: never. */
  readonly removedAt?: Timestamp
}
