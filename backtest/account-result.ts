import { type QuotingSeconds, sinceFirstBook } from '../src/engine/quoting-time.js'
import type { References } from '../src/engine/references.js'
import { Wei } from '../src/model/money.js'
import { Timestamp } from '../src/model/time.js'
import { darkText } from '../src/runtime/dark-text.js'
import { WARNING_MIN_PERCENT } from './account-warnings.js'
import type { Course } from './course.js'
import { sumRefusals } from './refusal-tally.js'
import type { AccountResult, ProfitParts } from './result.js'
import type { SimulatedAccount } from './simulated-account.js'
import { sumProfit } from './sum-profit.js'
import { weiOfProducts } from './venue/amounts.js'

/**
 * The result of an account. The account is closed: nothing may happen in it afterwards. Lists are created when read, and a search never reads them.
 * Throws an Error if its profit differs from the venue's.
 */
export function accountResult(account: SimulatedAccount, course: Course, references: References): AccountResult {
  account.check()
  const { fills, history, quotes } = account
  const rewards = account.rewards.estimate()
  const byMarket = withRewards(account.profit.close(course.markedAt), account.rewards.byMarket())
  const refusalsByMarket = byMarket.map((_, market) => history.refusals.of(market))
  const summary = account.desk.summary()
  const { placed, canceled, filled, refused } = summary.counts
  const quoting = sinceFirstBook(summary.quoting)
  return {
    model: account.model,
    orders: { placed, canceled, filled, refused },
    refusals: sumRefusals(refusalsByMarket),
    refusalsByMarket,
    get sent() {
      return history.list
    },
    get fills() {
      return fills.list
    },
    profit: sumProfit(byMarket),
    byMarket,
    rewards,
    maxDrawdown: course.maxDrawdown,
    quoting,
    get samples() {
      return course.list
    },
    get quotes() {
      return quotes.list
    },
    fairs: account.fairs?.list ?? [],
    stateHash: account.desk.stateHash(),
    venueHash: account.hash.digest(),
    failures: account.warnings.failures,
    warnings: [
      ...account.warnings.list,
      ...account.warnings.shortOfCash(placed),
      ...outsizedOf(account),
      ...aloneOf(account),
      ...untoldOf(references),
      ...idleOf(placed, quoting),
    ],
  }
}

const withRewards = (profits: readonly ProfitParts[], paid: readonly Wei[]): readonly ProfitParts[] =>
  profits.map((parts, market) => {
    const rewards = paid[market] ?? Wei.ZERO
    return { ...parts, rewards, total: Wei.add(parts.total, rewards) }
  })

/** Why an account did nothing at all. */
function idleOf(placed: number, quoting: QuotingSeconds): readonly string[] {
  if (placed > 0) return []
  const why = quoting.wantedSeconds === 0 ? 'no strategy wanted quotes while its market was open' : darkText(quoting)
  return [`no order was placed: ${why}`]
}

function outsizedOf({ joined: { rested, outsized } }: SimulatedAccount): readonly string[] {
  const percent = (100 * outsized) / Math.max(1, rested)
  if (percent < WARNING_MIN_PERCENT) return []
  return [
    `${outsized} of ${rested} resting orders (${percent.toFixed(0)} %) were larger than the best level of their side displayed: the recorded book does not react to us`,
  ]
}

/** Names of references that a strategy declares and the recording has no value of. */
const untoldOf = ({ all }: References): readonly string[] =>
  all
    .filter(({ at }) => at === Timestamp.ZERO)
    .map(
      ({ name }) =>
        `the recording never tells a value of the reference ${name}, which the strategy reads: it was dark all the time`,
    )

function aloneOf({ fills: { length, alone, aloneValue } }: SimulatedAccount): readonly string[] {
  const percent = (100 * alone) / Math.max(1, length)
  if (percent < WARNING_MIN_PERCENT) return []
  const value = Wei.toNumber(weiOfProducts(aloneValue)).toFixed(2)
  return [
    `${alone} of ${length} fills (${percent.toFixed(0)} %, ${value} USDT) were at prices where no other order was displayed within one tick`,
  ]
}
