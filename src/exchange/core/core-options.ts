import type { FillModel } from '../../model/fill-model.js'
import type { AccountId } from './command.js'
import type { RewardFormula } from './rewards.js'

/** Options of a core. All of them must be the same when its log of commands is replayed. */
export interface CoreOptions {
  /** Microseconds from a match to its settlement, or a pure function of the match's id. Default 0: settled within the same call. */
  readonly settlementUs?: number | ((match: number) => number)
  /** Pure: whether the settlement of this match succeeds. Default: always. */
  readonly settles?: (match: number) => boolean
  /** How long an order that would take liquidity waits, and cannot be removed. Default 0: not at all. */
  readonly takerDelayUs?: number
  /** From a match to the submission of its transaction, from where `settlementUs` counts. Default 0: at once. */
  readonly submitUs?: number
  /** From a proposal to the resolution, unless it is disputed; `null`: only by command. Default 5 s. */
  readonly resolveAfterUs?: number | null
  /** How often resting orders are paid points, at whole multiples of it. Default one minute. */
  readonly rewardEveryUs?: number
  /** Pure: what each order of a market weighs in the market's pool. Default `scoreRewards`. */
  readonly rewardFormula?: RewardFormula
  /** At least this many of the newest matches stay readable; older ones only if a wallet took part. Default 10,000. */
  readonly matchesKept?: number
  /** At least this many of the newest matches in which a wallet took part stay readable. Default 10,000. */
  readonly walletMatchesKept?: number
  /** At least this many finished orders of wallets stay readable; older ones until they have expired. Default 10,000. */
  readonly ordersKept?: number
  /** What the recorded crowd does with the queue an account stands in. Default: pessimistic for all. */
  readonly fillModel?: (account: AccountId) => FillModel
  /**
   * Pure: whether the rows of a market's recorded crowd show what was taken of it here, as a recording of these very orders does. Then the
   * next row of a level counts as it is. Default: they do not, and what was taken stays taken.
   */
  readonly crowdShowsTaken?: (market: number) => boolean
  /** Leaves out the events of acceptances and submissions, which answers and matches imply; the fingerprint includes them. Default false. */
  readonly isTerse?: boolean
}
