import type { MarketId } from '../../src/model/ids.js'
import { Wei } from '../../src/model/money.js'
import { sumRefusals } from '../refusal-tally.js'
import type { AccountResult, BacktestResult, ProfitParts, RefusalCounts, SimulatedFill } from '../result.js'
import { sumProfit } from '../sum-profit.js'
import { sumOf } from './fill-profit.js'

/** Results of one strategy, or one market, in an account. */
export interface ProfitShare {
  /** Settled ones. */
  readonly fills: number
  readonly shares: number
  /** In collateral, before fees. */
  readonly volume: number
  /** Exact; the sum over all strategies is the account's profit. */
  readonly profit: ProfitParts
  readonly refusals: RefusalCounts
}

/** A strategy's part, by its name in the result. */
export interface StrategyProfit extends ProfitShare {
  readonly name: string
  readonly markets: readonly MarketId[]
}

/** Each strategy of an account, in the order of the config. A market without a strategy has no fills and no profit. */
export function strategyProfits({ strategies, markets }: BacktestResult, account: AccountResult): readonly StrategyProfit[] {
  return strategies.map(({ name, markets: own }) => ({
    name,
    markets: own.flatMap(index => markets[index]?.id ?? []),
    ...profitShare(account, new Set(own), account.fills),
  }))
}

/** Results of several markets, by index, in an account. `fills`: those of the account, of which others than these markets' may be left out. */
export function profitShare(
  { byMarket, refusalsByMarket }: AccountResult,
  markets: ReadonlySet<number>,
  fills: readonly SimulatedFill[],
): ProfitShare {
  const own = fills.filter(({ market, isSettled }) => isSettled && markets.has(market))
  return {
    fills: own.length,
    shares: sumOf(own.map(({ shares }) => Wei.toNumber(shares))),
    volume: sumOf(own.map(({ value }) => Wei.toNumber(value))),
    profit: sumProfit(byMarket.filter((_, market) => markets.has(market))),
    refusals: sumRefusals(refusalsByMarket.filter((_, market) => markets.has(market))),
  }
}

/** The name of each market's strategy, by market index; null: none. */
export function ownersOf({ strategies, markets }: BacktestResult): readonly (string | null)[] {
  const owners = new Map(strategies.flatMap(({ name, markets: own }) => own.map(market => [market, name] as const)))
  return markets.map((_, market) => owners.get(market) ?? null)
}
