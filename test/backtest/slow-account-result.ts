import type { AccountResult, ProfitParts, SimulatedFill } from '../../backtest/result.js'
import { sumProfit } from '../../backtest/sum-profit.js'
import { sinceFirstBook } from '../../src/engine/quoting-time.js'
import { Wei } from '../../src/model/money.js'
import { darkText } from '../../src/runtime/dark-text.js'
import type { SlowAccount } from './slow-account.js'
import type { SlowCourse } from './slow-samples.js'

/** What an account came to. It is closed: nothing may happen in it any more. Throws an Error where its profit is not what the venue has. */
export function slowAccountResult(account: SlowAccount, { samples, maxDrawdown, markedAt }: SlowCourse): AccountResult {
  account.check()
  const rewards = account.rewards.estimate()
  const byMarket = withRewards(account.profit.close(markedAt), account.rewards.byMarket())
  const summary = account.desk.summary()
  const { placed, canceled, filled, refused } = summary.counts
  const quoting = sinceFirstBook(summary.quoting)
  return {
    model: account.model,
    orders: { placed, canceled, filled, refused },
    refusals: account.history.refusals(),
    refusalsByMarket: byMarket.map((_, market) => account.history.refusals(market)),
    sent: account.history.orders,
    fills: account.fills,
    profit: sumProfit(byMarket),
    byMarket,
    rewards,
    maxDrawdown,
    quoting,
    samples,
    quotes: account.quotes.spans,
    fairs: [],
    stateHash: account.desk.stateHash(),
    venueHash: account.hash.digest(),
    failures: account.warnings.failures,
    warnings: [
      ...account.warnings.list,
      ...account.warnings.shortOfCash(placed),
      ...outsizedOf(account),
      ...aloneOf(account.fills),
      ...(placed > 0
        ? []
        : [`no order was placed: ${darkText(quoting) || 'no strategy wanted quotes while its market was open'}`]),
    ],
  }
}

const withRewards = (profits: readonly ProfitParts[], paid: readonly Wei[]): readonly ProfitParts[] =>
  profits.map((parts, market) => {
    const rewards = paid[market] ?? Wei.ZERO
    return { ...parts, rewards, total: Wei.add(parts.total, rewards) }
  })

/** A part of orders or fills that a reader should know of, in percent. */
const WORTH_TELLING = 5

function outsizedOf({ joined: { rested, outsized } }: SlowAccount): readonly string[] {
  const percent = (100 * outsized) / Math.max(1, rested)
  if (percent < WORTH_TELLING) return []
  return [
    `${outsized} of ${rested} resting orders (${percent.toFixed(0)} %) were larger than the best level of their side displayed: the recorded book does not react to us`,
  ]
}

function aloneOf(fills: readonly SimulatedFill[]): readonly string[] {
  const alone = fills.filter(({ isAlone }) => isAlone)
  const percent = (100 * alone.length) / Math.max(1, fills.length)
  if (percent < WORTH_TELLING) return []
  const value = Wei.toNumber(Wei.of(alone.reduce((sum, fill) => sum + fill.value, 0n))).toFixed(2)
  return [
    `${alone.length} of ${fills.length} fills (${percent.toFixed(0)} %, ${value} USDT) were at prices where no other order was displayed within one tick`,
  ]
}
