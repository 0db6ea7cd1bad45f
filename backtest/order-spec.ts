import type { AccountId, MarketSpec, OrderSpec } from '../src/exchange/core/command.js'
import type { Place } from '../src/model/intent.js'
import type { Market } from '../src/model/market.js'
import { cost, Size, Wei } from '../src/model/money.js'

const WEI_PER_PRICE = 10n ** 14n

/** The core's number of a market. */
export const coreMarket = (index: number): number => index + 1

/**
 * A market as the core takes it. One with its own fee function belongs to another venue than Predict.fun, and brings that venue's order rules too.
 */
export function marketSpec({ index, tick, takerFeeBps, fees, minValue, minSize, sizeStep, ticks }: Market): MarketSpec {
  const plain = { isNegRisk: false, isYieldBearing: false, endsAt: null, resolvesTo: null }
  const spec = { id: coreMarket(index), tick, feeRateBps: takerFeeBps, ...plain }
  if (fees === undefined) return spec
  const rules = { minValue, minSize, sizeStep: sizeStep ?? Size.of(1), ...(ticks !== undefined && { ticks }) }
  return { ...spec, fees, rules }
}

/**
 * A desk's order as the core takes it, with the terms that the built-in venue's gateway signs. `hash` may be any unique text, because no other wallet
 * trades in a backtest.
 */
export function orderSpec(hash: string, place: Place, account: AccountId): OrderSpec {
  const { market, outcome, side, price, size, style, expiresAt } = place
  const isMarket = style === 'market' || style === 'fill-or-kill'
  return {
    hash,
    account,
    market: coreMarket(market),
    outcome,
    side,
    strategy: isMarket ? 'MARKET' : 'LIMIT',
    shares: Wei.ofSize(size),
    limit: Wei.of(BigInt(price) * WEI_PER_PRICE),
    budget: isMarket && side === 'buy' ? cost(price, size) : null,
    expiresAt,
    isPostOnly: style === 'post-only',
    isFillOrKill: style === 'fill-or-kill',
    selfTradePrevention: style === 'post-only' ? 'cancel-taker' : 'cancel-maker',
  }
}
