import { z } from 'zod'
import { orderbook } from './schemas-market.js'
import { address, decimalText, feeType, marketStatus, orderStrategy, tradingStatus, wei } from './schemas-words.js'

// Content of each topic of the stream. Times are Unix milliseconds unless stated otherwise.

const ms = z.number()
const id = z.number().int()
const levels = orderbook.shape.asks

/** The whole book of a market, in Yes prices. There is no sequence number: a push with a later `updateTimestampMs` replaces the whole book. */
const book = orderbook.extend({
  version: z.number().describe('of the payload, always above 0; no sequence number'),
  orderCount: z.number().int(),
  settlementsPending: z.object({ asks: levels, bids: levels }),
})
const trading = z.object({ kind: z.literal('tradingStatusUpdate'), tsMs: ms, marketId: id, tradingStatus })
const payout = z.object({ label: z.string(), price: z.number(), indexSet: z.number().int(), onChainId: z.string() })
const status = z.object({
  kind: z.literal('marketStatusUpdate'),
  tsMs: ms,
  marketId: id,
  status: marketStatus,
  marketOutcomes: z.array(payout).optional().describe('with a result: what a share of each outcome pays'),
})
const marketChanged = z.object({ kind: z.literal('marketChanged'), patchKind: z.string().nullish(), tsMs: ms, marketId: id })
const categoryChanged = z.object({
  kind: z.literal('categoryChanged'),
  patchKind: z.string().nullish(),
  tsMs: ms,
  categoryId: id,
  slug: z.string(),
})
const trade = z.object({
  marketId: id,
  price: z.number(),
  size: z.number(),
  side: z.enum(['Bid', 'Ask']).describe('the side of the book that was hit'),
  tsMs: ms,
})
const assetPrice = z.object({
  price: z.number(),
  publishTime: z.number().int().describe('Unix seconds'),
  timestamp: z.number().int().describe('Unix seconds'),
})
const chance = z.object({ marketId: id, chance: z.number().describe('percent'), timestamp: ms })

const details = z.object({
  marketId: id,
  outcomeIndex: z.number().int().describe('1 is Yes, 2 is No'),
  outcomeName: z.string(),
  outcome: z.string(),
  quoteType: z.enum(['BID', 'ASK']),
  marketQuestion: z.string().optional(),
  categorySlug: z.string().optional(),
  quantity: decimalText,
  quantityFilled: decimalText,
  price: decimalText,
  value: decimalText,
  valueFilled: decimalText,
  strategyType: orderStrategy,
})
const walletEvent = z.object({
  type: z.enum([
    'orderAccepted',
    'orderMarketMatchPlan',
    'orderNotAccepted',
    'orderExpired',
    'orderCancelled',
    'orderTransactionSubmitted',
    'orderTransactionSuccess',
    'orderTransactionFailed',
  ]),
  orderId: z.string(),
  orderHash: z.string(),
  walletAddress: address,
  timestamp: ms,
  details,
  reason: z.string().optional(),
  kind: z.enum(['SALE', 'PURCHASE']).optional(),
  settlementId: z.string().optional(),
  fill: z.object({ executedPriceWei: wei, executedSizeWei: wei, executedValueWei: wei }).optional(),
  isMaker: z.boolean().optional(),
  fee: z.object({ amountWei: wei, type: feeType }).optional(),
})

/** Every topic by name; after a slash follows the number of the market, category or feed, or the token. */
export const TOPICS = {
  predictOrderbook: { of: 'market', snapshot: true, message: book },
  predictTradingStatus: { of: 'market', snapshot: true, message: trading },
  predictMarketStatus: { of: 'market', snapshot: true, message: status },
  predictMarketChanged: { of: 'market', snapshot: false, message: marketChanged },
  predictCategoryChanged: { of: 'category', snapshot: false, message: categoryChanged },
  predictTrades: { of: 'market', snapshot: false, message: trade },
  assetPriceUpdate: { of: 'price feed', snapshot: true, message: assetPrice },
  polymarketChance: { of: 'market', snapshot: true, message: chance },
  kalshiChance: { of: 'market', snapshot: true, message: chance },
  predictWalletEvents: { of: 'token', snapshot: false, message: walletEvent },
} as const satisfies Readonly<Record<string, { readonly of: string; readonly snapshot: boolean; readonly message: z.ZodType }>>

/** A topic of the venue's stream. */
export type TopicName = keyof typeof TOPICS
/** The message of a topic. */
export type TopicMessage<T extends TopicName> = z.output<(typeof TOPICS)[T]['message']>
