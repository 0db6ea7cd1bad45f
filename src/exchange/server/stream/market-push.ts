import { Size, Wei } from '../../../model/money.js'
import type { Payout } from '../../../model/payout.js'
import type { Timestamp } from '../../../model/time.js'
import type { MarketStatus, TradingStatus } from '../../core/command.js'
import type { Match } from '../../core/core-event.js'
import type { CrowdTrade } from '../log/watcher.js'
import type { PriceFeed } from '../prices/price-feed.js'
import { chanceOf } from '../read-models/chance.js'
import type { Reads } from '../read-models/reads.js'
import { restedAt } from '../rows/book.js'

/** A market's trading status, as its topic carries it; `tsMs` is when it last changed. */
export const tradingPush = (market: number, state: { tradingStatus: TradingStatus; tsMs: number }): object => ({
  kind: 'tradingStatusUpdate',
  tsMs: state.tsMs,
  marketId: market,
  tradingStatus: state.tradingStatus,
})

/** A market's status, as its topic carries it; once the market is decided, with what a share of each outcome pays. */
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

/** A market has changed, so clients must read it again. */
export const marketChangedPush = (market: number, at: Timestamp): object => ({
  kind: 'marketChanged',
  patchKind: 'UPDATED',
  tsMs: Math.floor(at / 1_000),
  marketId: market,
})

/** A category or its markets have changed. */
export const categoryChangedPush = ({ id, slug }: { id: number; slug: string }, at: Timestamp): object => ({
  kind: 'categoryChanged',
  patchKind: 'UPDATED',
  tsMs: Math.floor(at / 1_000),
  categoryId: id,
  slug,
})

/**
 * What the topics for other venues' chances carry here: this exchange's own chance, in percent, as in the market's timeseries. `timestamp` is when
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

/** The public trades of a match: one for each level that it took, best first. */
export const tradesOf = (match: Match): readonly CrowdTrade[] => {
  const trades = new Map<number, CrowdTrade>()
  for (const maker of match.makers) {
    const place = restedAt(maker)
    const size = Size.floorWei(maker.shares) + (trades.get(place.price)?.size ?? 0)
    trades.set(place.price, { at: match.at, market: match.market, ...place, size })
  }
  return [...trades.values()]
}

/** A trade as the stream carries it: price and size as JSON numbers in YES terms; `side` is the side that was hit. */
export const tradeRow = ({ market, price, size, side, at }: CrowdTrade): object => ({
  marketId: market,
  price: price / 10_000,
  size: size / 1_000_000,
  side: side === 'bid' ? 'Bid' : 'Ask',
  tsMs: Math.floor(at / 1_000),
})

/** The price of a feed as its topic carries it: times in whole Unix seconds. */
export const assetPrice = (feed: PriceFeed, now: Timestamp): object => {
  const second = Math.floor(now / 1_000_000)
  return { price: feed.at(now), publishTime: second, timestamp: second }
}
