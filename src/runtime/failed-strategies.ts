import type { DeskSummary } from '../engine/desk-summary.js'
import type { MarketId } from '../model/ids.js'

/** A market whose strategy failed and is not asked any more. */
export interface FailedStrategy {
  readonly market: MarketId
  readonly strategy: string
  readonly message: string
}

/** The failed strategies by market, in a run's order. */
export const failedOf = ({ markets }: Pick<DeskSummary, 'markets'>): readonly FailedStrategy[] =>
  markets.flatMap(({ market, fault }) =>
    fault === null ? [] : [{ market: market.id, strategy: fault.strategy, message: fault.message }],
  )

/** Whether all markets have lost their strategies: nothing will be quoted any more in this run. */
export const isAllFailed = ({ markets }: Pick<DeskSummary, 'markets'>): boolean => {
  const wanted = markets.filter(({ strategy }) => strategy !== null)
  return wanted.length > 0 && wanted.every(({ fault }) => fault !== null)
}
