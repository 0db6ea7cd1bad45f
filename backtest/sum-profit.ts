import { Wei } from '../src/model/money.js'
import type { ProfitParts } from './result.js'

const NOTHING: ProfitParts = {
  total: Wei.ZERO,
  spread: Wei.ZERO,
  drift: Wei.ZERO,
  settlement: Wei.ZERO,
  fees: Wei.ZERO,
  rewards: Wei.ZERO,
}

/** The sum of several profits by part, such as those of a strategy's markets. */
export const sumProfit = (profits: readonly ProfitParts[]): ProfitParts =>
  profits.reduce(
    (sum, each) => ({
      total: Wei.add(sum.total, each.total),
      spread: Wei.add(sum.spread, each.spread),
      drift: Wei.add(sum.drift, each.drift),
      settlement: Wei.add(sum.settlement, each.settlement),
      fees: Wei.add(sum.fees, each.fees),
      rewards: Wei.add(sum.rewards, each.rewards),
    }),
    NOTHING,
  )
