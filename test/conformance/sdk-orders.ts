import { Side } from '@predictdotfun/sdk'
import type { LimitDraft, MarketDraft } from './sdk-drafts.js'
import type { SdkMarket, SdkOptions, SdkOrder, SdkWallet } from './sdk-wallet.js'

/** A signed order and what is posted beside it. */
export interface SdkCreate {
  readonly options: SdkOptions
  readonly order: SdkOrder
}

const ONE = 10n ** 18n
const CENT = 10n ** 16n

/** Builds an order as the SDK's documentation says: amounts, order, typed data, signature, hash. */
export const buildCreate = (trader: SdkWallet, market: SdkMarket, draft: LimitDraft | MarketDraft): Promise<SdkCreate> =>
  draft.strategy === 'LIMIT' ? buildLimit(trader, market, draft) : buildMarket(trader, market, draft)

const buildLimit = async (trader: SdkWallet, market: SdkMarket, draft: LimitDraft): Promise<SdkCreate> => {
  const tick = 10n ** BigInt(18 - market.decimalPrecision)
  const place = (BigInt(draft.thousandths) * 10n ** 15n) / tick
  const pricePerShareWei = (place === 0n ? 1n : place) * tick
  const quantityWei = (BigInt(draft.value) * CENT * ONE) / pricePerShareWei + draft.dust
  const amounts = trader.builder.getLimitOrderAmounts({ side: draft.side, pricePerShareWei, quantityWei })
  const order = await trader.sign(market, 'LIMIT', {
    ...signedPart(market, draft, amounts),
    side: draft.side,
    ...(draft.expiresIn !== null && { expiresAt: new Date(Date.now() + draft.expiresIn * 1_000) }),
  })
  const { isPostOnly, selfTradePrevention } = draft
  return {
    options: { strategy: 'LIMIT', pricePerShare: String(amounts.pricePerShare), isPostOnly, selfTradePrevention },
    order,
  }
}

const buildMarket = async (trader: SdkWallet, market: SdkMarket, draft: MarketDraft): Promise<SdkCreate> => {
  const book = await trader.book(market, draft.outcome)
  const { isMinAmountOut, slippageBps, isFillOrKill, reservedBalancePolicy, selfTradePrevention } = draft
  const side = draft.kind === 'sell a quantity' ? Side.SELL : Side.BUY
  const valueWei = BigInt(draft.value) * CENT
  const [best] = side === Side.SELL ? book.bids : book.asks
  const quantityWei = (valueWei * ONE) / BigInt(Math.round((best?.[0] ?? 1) * 1e18))
  const how = { slippageBps, isMinAmountOut }
  const amounts = trader.builder.getMarketOrderAmounts(
    draft.kind === 'buy for a value' ? { side: Side.BUY, valueWei, ...how } : { side, quantityWei, ...how },
    book,
  )
  const order = await trader.sign(market, 'MARKET', { ...signedPart(market, draft, amounts), side })
  const options = {
    strategy: 'MARKET' as const,
    pricePerShare: String(amounts.pricePerShare),
    isMinAmountOut: amounts.isMinAmountOut,
    ...(draft.tellsSlippage && { slippageBps: String(amounts.slippageBps) }),
    isFillOrKill,
    reservedBalancePolicy,
    selfTradePrevention,
  }
  return { options, order }
}

const signedPart = (
  market: SdkMarket,
  { outcome, extraFeeBps }: LimitDraft | MarketDraft,
  { makerAmount, takerAmount }: { readonly makerAmount: bigint; readonly takerAmount: bigint },
) => ({
  tokenId: market.outcomes[outcome]?.onChainId ?? '',
  makerAmount,
  takerAmount,
  feeRateBps: market.feeRateBps + extraFeeBps,
})

/** The same order with the liberties that some clients take. */
export const written = (order: SdkOrder, { isBare, hasNumbers }: LimitDraft | MarketDraft): SdkOrder => ({
  ...order,
  ...(isBare && { signature: order.signature.slice(2) }),
  ...(hasNumbers && { expiration: Number(order['expiration']) }),
})

/** What a match row tells of an order's execution. */
interface Match {
  readonly amountFilled: string
  readonly priceExecuted: string
}

/** Matches of an order in which it gives more or gets less than it was signed for, to the last wei of a price. */
export const unfairTo = (order: SdkOrder, matches: readonly Match[]): readonly Match[] => {
  const [offered, wanted] = [BigInt(order['makerAmount'] as string), BigInt(order['takerAmount'] as string)]
  return matches.filter(({ amountFilled, priceExecuted }) => {
    const [shares, price] = [BigInt(amountFilled), BigInt(priceExecuted)]
    if (order['side'] === Side.SELL) return (price + 1n) * offered < wanted * ONE
    return price * wanted > offered * ONE || price * shares > offered * ONE
  })
}
