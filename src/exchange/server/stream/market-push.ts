import { Wei } from '../../../model/money.js'
import type { Payout } from '../../../model/payout.js'
import type { Timestamp } from '../../../model/time.js'
import type { MarketStatus, TradingStatus } from '../../core/command.js'
import { chanceOf } from '../read-models/chance.js'
import type { Reads } from '../read-models/reads.js'

/** A market's trading status, as its topic carries it; `tsMs` is when it last changed. */
export const tradingPush = (market: number, state: { tradingStatus: TradingStatus; tsMs: number }): object => ({
  kind: 'tradingStatusUpdate',
  tsMs: state.tsMs,
  marketId: market,
  tradingStatus: state.tradingStatus,
})

/** A market's status, as its topic carries it. Once it is decided the outcomes stand beside it, each with what a share of it pays. */
export const statusPush = (
  reads: Reads,
  market: number,
  { status, result, tsMs }: { status: MarketStatus; result: Payout | null; tsMs: number },
): object => {
  const push = { kind: 'marketStatusUpdate', tsMs, marketId: market, status }
  const words = reads.markets.catalog.market(market)
  if (words === null || result === null) return push
  const marketOutcomes = words.tokens.map((onChainId, index) => ({
    label: words.outcomeNames[index],
    price: index === 0 ? result : 1 - result,
    indexSet: index + 1,
    onChainId,
  }))
  return { ...push, marketOutcomes }
}

/** A market is another one than before: read it again. */
export const marketChangedPush = (market: number, at: Timestamp): object => ({
  kind: 'marketChanged',
  patchKind: 'UPDATED',
  tsMs: Math.floor(at / 1_000),
  marketId: market,
})

/** A category, or who is in it, is another one than before. */
export const categoryChangedPush = ({ id, slug }: { id: number; slug: string }, at: Timestamp): object => ({
  kind: 'categoryChanged',
  patchKind: 'UPDATED',
  tsMs: Math.floor(at / 1_000),
  categoryId: id,
  slug,
})

/**
 * What the topics of other venues' chances carry here: this exchange's own, in percent, as the market's timeseries has it. `timestamp` is when
 * the book last changed.
 */
export const chancePush = (
  { core, markets: { tape } }: Reads,
  market: number,
): { marketId: number; chance: number; timestamp: number } => {
  const last = tape.lastSettled(market)
  const price = last === null ? null : Math.round((Wei.toNumber(last.value) / Wei.toNumber(last.shares)) * 10_000)
  const sale = price === null || last?.outcome === 'yes' ? price : 10_000 - price
  return {
    marketId: market,
    chance: chanceOf(core, market, sale),
    timestamp: Math.floor((core.market(market)?.changedAt ?? 0) / 1_000),
  }
}
