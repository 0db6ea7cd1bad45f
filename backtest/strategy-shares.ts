import type { BacktestOptions } from './backtest-options.js'
import type { StrategyShare } from './result.js'

/** The markets of each strategy: as the options give them, or else by the strategies' own names. */
export function strategyShares({
  strategies,
  assignments,
}: Pick<BacktestOptions, 'strategies' | 'assignments'>): readonly StrategyShare[] {
  if (strategies !== undefined) return strategies
  const names = new Set(assignments.map(({ definition }) => definition.name))
  return [...names].map(name => ({
    name,
    markets: assignments.filter(({ definition }) => definition.name === name).map(({ market }) => market),
  }))
}
