import { z } from 'zod'
import { Wei } from '../model/money.js'

// What the server sends, as far as a trading wallet reads it. The venue adds fields and values without notice, so unknown fields
// pass, and every enumeration is plain text here; code that switches on one must handle unknown values.

const id = z.union([z.string(), z.number()]).transform(String)
const wei = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform(digits => Wei.parse(digits))
const isoTime = z.string().transform((text, context) => {
  const milliseconds = Date.parse(text)
  if (Number.isFinite(milliseconds)) return milliseconds
  context.addIssue({ code: 'custom', message: 'expected an ISO time' })
  return z.NEVER
})

/**
 * A text that a stranger wrote, for a person to read, also in a terminal and where money is about to move: control characters and marks that
 * turn the direction of what follows become spaces.
 */
const readableText = z.string().transform(text => text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim())

/** The outcome: 1 is the first (YES), 2 the second (NO). Names are free text. */
const bestSchema = z.object({ price: z.number() }).nullish().catch(null)
const outcomeSchema = z.object({
  indexSet: z.number(),
  onChainId: z.string(),
  status: z.string().nullish(),
  bestBid: bestSchema,
  bestAsk: bestSchema,
})

/** A market as REST returns it. */
export const marketSchema = z.object({
  id,
  question: readableText,
  tradingStatus: z.string(),
  status: z.string(),
  isNegRisk: z.boolean(),
  isYieldBearing: z.boolean(),
  feeRateBps: z.number().int().min(0).max(10_000),
  decimalPrecision: z.number().int().min(1).max(4),
  outcomes: z.array(outcomeSchema).length(2),
  resolution: z.object({ indexSet: z.number() }).nullish(),
  spreadThreshold: z.number().nullish(),
  shareThreshold: z.number().nullish(),
  rewards: z.object({ current: z.object({ hourlyRate: z.number() }).nullish() }).nullish(),
  categorySlug: z.string(),
  marketVariant: z.string().nullish(),
  stats: z.object({ volume24hUsd: z.number() }).nullish().catch(null),
  // Trading does not depend on it, so other forms are ignored.
  variantData: z
    .object({ priceFeedId: z.string().nullish(), priceFeedSymbol: z.string().nullish(), startPrice: z.number().nullish() })
    .nullish()
    .catch(null),
})
export type WireMarket = z.output<typeof marketSchema>

/** A market with the condition that its pairs of shares depend on. */
export const pairedMarketSchema = marketSchema.extend({ conditionId: z.string() })
export type WirePairedMarket = z.output<typeof pairedMarketSchema>

/** A position of a wallet: which market it is in. Its shares are read from the chain, which is ahead of this list. */
export const positionRowSchema = z.object({ market: pairedMarketSchema })
export type WirePositionRow = z.output<typeof positionRowSchema>

/** A neg-risk group: its id on the chain, and each market's place in it. */
export const groupSchema = z.object({
  slug: z.string(),
  title: z.string(),
  negRiskOnChainId: z.string().nullish(),
  markets: z.array(pairedMarketSchema.extend({ questionIndex: z.number().int().min(0).nullish() })),
})
export type WireGroup = z.output<typeof groupSchema>

/** A category: when trading of its markets ends, and which markets it has. */
export const categorySchema = z.object({
  slug: z.string(),
  isNegRisk: z.boolean(),
  endsAt: isoTime.nullish(),
  markets: z.array(z.object({ id })).nullish(),
  tags: z
    .array(z.object({ name: z.string() }))
    .nullish()
    .catch(null),
})
export type WireCategory = z.output<typeof categorySchema>

/** One page of a list; `cursor` null: the last page. */
export const pageSchema = z.object({ cursor: z.string().nullish(), data: z.array(z.unknown()) })

/** A success with one object. */
export const dataSchema = z.object({ data: z.unknown() })

/** The stable name of an error. */
export const errorSchema = z.object({ error: z.string(), message: z.string().nullish() })

export const messageSchema = z.object({ message: z.string() })
export const tokenSchema = z.object({ token: z.string().min(1) })

/** The answer to a create; the order's hash was sent by us, so only the venue's own id is new. */
export const createdSchema = z.object({ data: z.object({ orderId: id, removalLockedUntil: isoTime.nullish() }) })

/** The answer to a removal by hash: each hash is in at most one list; locked orders are sometimes in none. */
export const removedSchema = z.object({
  removed: z.array(z.string()),
  noop: z.array(z.string()),
  rejected: z.array(z.string()).default([]),
})

/** An own order as listed; `amountFilled` is the settled part. */
export const orderRowSchema = z.object({
  id,
  marketId: id,
  amount: wei,
  amountFilled: wei,
  status: z.string(),
  rewardEarningRate: z.number().nullish(),
  order: z.object({
    hash: z.string(),
    salt: z.string().regex(/^\d{1,78}$/),
    tokenId: z.string(),
    makerAmount: wei,
    takerAmount: wei,
    side: z.number(),
  }),
})
export type WireOrderRow = z.output<typeof orderRowSchema>

const legSchema = z.object({
  quoteType: z.string(),
  amount: wei,
  price: wei,
  outcome: z.object({ indexSet: z.number() }),
  signer: z.string(),
  hash: z.string(),
  fee: z.object({ amount: wei, type: z.string() }).nullish(),
})
export type WireLeg = z.output<typeof legSchema>

/** One match, as publicly visible. */
export const matchRowSchema = z.object({
  market: z.object({ id }),
  taker: legSchema,
  amountFilled: wei,
  priceExecuted: wei,
  makers: z.array(legSchema),
  settlementId: z.string().nullish(),
  transactionHash: z.string().nullish(),
  executedAt: isoTime,
})
export type WireMatchRow = z.output<typeof matchRowSchema>

/** A message of the wallet's topic about an order or a settlement. */
export const walletEventSchema = z.object({
  type: z.string(),
  orderId: id,
  orderHash: z.string(),
  timestamp: z.number(),
  reason: z.string().nullish(),
  settlementId: z.string().nullish(),
  isMaker: z.boolean().nullish(),
  fill: z.object({ executedSizeWei: wei, executedValueWei: wei }).nullish(),
  fee: z.object({ amountWei: wei, type: z.string() }).nullish(),
  details: z.object({
    marketId: id,
    outcomeIndex: z.number(),
    outcome: z.string().nullish(),
    quoteType: z.string(),
  }),
})
export type WireWalletEvent = z.output<typeof walletEventSchema>

/** Any frame of the socket: a reply (`R`) or a message of a topic (`M`). */
export const socketSchema = z.union([
  z.object({
    type: z.literal('R'),
    requestId: z.number().nullish(),
    success: z.boolean(),
    error: z.object({ code: z.string(), message: z.string().nullish() }).nullish(),
  }),
  z.object({ type: z.literal('M'), topic: z.string(), data: z.unknown() }),
])

export const tradingStatusSchema = z.object({ tsMs: z.number(), tradingStatus: z.string() })
export const marketStatusSchema = z.object({
  tsMs: z.number(),
  status: z.string(),
  marketOutcomes: z.array(z.object({ indexSet: z.number(), price: z.number().nullish() })).nullish(),
})

/** A price that the venue publishes; its time in Unix seconds. */
export const assetPriceSchema = z.object({ price: z.number(), publishTime: z.number().int().positive().max(1e11) })

/** JSON-RPC, as nodes of the chain answer. */
export const rpcSchema = z.object({
  result: z.string().nullish(),
  error: z.object({ code: z.number(), message: z.string() }).nullish(),
})

/** Whether a transaction was carried out; null: it is not in a block yet. */
export const receiptSchema = z.object({ result: z.object({ status: z.enum(['0x0', '0x1']) }).nullish() })
