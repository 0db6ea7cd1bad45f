import type { FillModel } from '../../model/fill-model.js'
import type { AccountId } from './command.js'
import type { RewardFormula } from './rewards.js'

/** Options of a core. All of them must be the same when its log of commands is replayed. */
export interface CoreOptions {
  /** Microseconds from a match to its settlement, or a pure function of the match's id. Default 0: matches settle within the same call. */
  readonly settlementUs?: number | ((match: number) => number)
  /** Pure: whether the settlement of this match succeeds. Default: always. */
  readonly settles?: (match: number) => boolean
  /** How long an order that would take liquidity waits; it cannot be removed meanwhile. Default 0: no wait. */
  readonly takerDelayUs?: number
  /** Microseconds from a match to the submission of its transaction; `settlementUs` counts from there. Default 0: submitted at once. */
  readonly submitUs?: number
  /** Microseconds from a proposal to its resolution, unless it is disputed; `null`: only a command resolves. Default 5 s. */
  readonly resolveAfterUs?: number | null
  /**
   * Whether a result pays every holder at once. `false`: shares of a decided market stay in their wallet until `redeem` turns them into cash; accounts
   * without keys, which cannot ask for it, are paid at once all the same. Default true.
   */
  readonly paysAtResult?: boolean
  /** Part of the shares and dollars of a conversion within a group that is kept as a fee, in bps. Default 0. */
  readonly convertFeeBps?: number
  /** Interval in which resting orders are paid points, at whole multiples of it. Default one minute. */
  readonly rewardEveryUs?: number
  /** Pure: the weight of each order in its market's pool. Default `scoreRewards`. */
  readonly rewardFormula?: RewardFormula
  /** At least this many of the newest matches stay readable; older ones only if a wallet took part. Default 10,000. */
  readonly matchesKept?: number
  /** At least this many of the newest matches in which a wallet took part stay readable. Default 10,000. */
  readonly walletMatchesKept?: number
  /** At least this many finished orders of wallets stay readable; older ones until they have expired. Default 10,000. */
  readonly ordersKept?: number
  /** The fill model of an account: what the recorded crowd does with the queue in which its orders stand. Default: pessimistic for all. */
  readonly fillModel?: (account: AccountId) => FillModel
  /**
   * Pure: whether the rows of a market's recorded crowd already show what our orders took, as a recording of these very orders does. Then each row
   * counts as it is. Default false: what was taken stays taken.
   */
  readonly crowdShowsTaken?: (market: number) => boolean
  /** Leaves out the events of acceptances and submissions, which answers and matches imply; they still count in the fingerprint. Default false. */
  readonly isTerse?: boolean
}
