import { z } from 'zod'
import { market, marketOutcome, olderMarket, olderOutcome } from './schemas-market.js'
import {
  activityName,
  address,
  decimalText,
  feeType,
  isoTime,
  mutable,
  orderHashText,
  orderStatus,
  orderStrategy,
  quoteType,
  referralStatus,
  reservedBalancePolicy,
  selfTradePrevention,
  wei,
} from './schemas-words.js'

// Data of a wallet: its orders, positions, activity and statistics.

const SECONDS = 'must be whole Unix seconds, as a number or as digits'
const seconds = z.union(
  [
    z.number().int().min(0, SECONDS),
    z
      .string()
      .regex(/^\d{1,15}$/, SECONDS)
      .transform(Number),
  ],
  SECONDS,
)

/** An order as signed by its maker, in all forms that public clients send. */
const signedOrder = z
  .object({
    hash: orderHashText,
    salt: wei.describe('any unique whole number'),
    maker: address,
    signer: address,
    taker: address,
    tokenId: z.string().regex(/^\d{1,78}$/, 'must be a string of decimal digits'),
    makerAmount: wei,
    takerAmount: wei,
    expiration: seconds.describe('Unix seconds; 0 is never'),
    nonce: z.string().regex(/^\d{1,78}$/, 'must be a string of decimal digits'),
    feeRateBps: z.string().regex(/^\d{1,78}$/, 'must be a string of decimal digits'),
    side: z.union([z.literal(0), z.literal(1)], 'must be the number 0 or 1').describe('0 buys, 1 sells'),
    signatureType: z.literal(0, 'must be the number 0'),
    signature: z
      .string()
      .max(200)
      .regex(/^(?:0x)?[0-9a-fA-F]*$/, 'must be hex'),
  })
  .meta({ id: 'SignedOrder' })

const SLIPPAGE = 'must be 0 to 10000'
const PRICE = 'must be a price in wei of 18 decimals, below 10^18'

export const createOrder = z
  .object({
    // A double prints an exponent from 1e21 on, far beyond any price: later range checks refuse such text.
    pricePerShare: z.union(
      [
        wei,
        z
          .number()
          .min(0, PRICE)
          .max(1e21, PRICE)
          .transform(value => BigInt(Math.round(value)).toString()),
      ],
      PRICE,
    ),
    strategy: orderStrategy,
    slippageBps: z
      .union(
        [z.string().regex(/^(?:\d{1,4}|10000)$/, SLIPPAGE), z.number().int().min(0, SLIPPAGE).max(10_000, SLIPPAGE)],
        SLIPPAGE,
      )
      .nullish()
      .describe('of a MARKET order; the signed amounts already contain it'),
    isFillOrKill: z.boolean().nullish(),
    isPostOnly: z.boolean().nullish(),
    isMinAmountOut: z.boolean().nullish(),
    reservedBalancePolicy: reservedBalancePolicy.nullish(),
    selfTradePrevention: selfTradePrevention.nullish(),
    order: signedOrder,
  })
  .meta({ id: 'CreateOrder' })
/** A create that parses; its content is not checked yet. */
export type CreateOrder = z.output<typeof createOrder>

export const created = z.object({
  code: z.literal('OK'),
  orderId: z.string(),
  orderHash: z.string(),
  removalLockedUntil: isoTime.nullable(),
})

export const order = z
  .object({
    id: z.string(),
    marketId: z.number().int(),
    currency: z.literal('USDT'),
    amount: wei.describe('shares'),
    amountFilled: mutable(wei.describe('shares settled')),
    isNegRisk: z.boolean(),
    isYieldBearing: z.boolean(),
    strategy: orderStrategy,
    status: mutable(orderStatus),
    rewardEarningRate: mutable(z.number().describe('points an hour that the order earns now')),
    order: z.object({ ...signedOrder.shape, expiration: z.number().int(), signature: z.string() }),
  })
  .meta({ id: 'Order' })

const named = z.string()
export const removed = z.object({
  success: z.literal(true),
  removed: z.array(named),
  noop: z.array(named),
  rejected: z.array(named).describe('locked against removal for now'),
})

export const position = z
  .object({
    id: z.string(),
    market,
    outcome: marketOutcome,
    amount: mutable(wei.describe('shares')),
    valueUsd: mutable(
      decimalText.describe('what a result has paid, and held shares at the market’s chance; a pair of Yes and No is worth 1'),
    ),
    averageBuyPriceUsd: mutable(decimalText.describe('of all purchases, before fees')),
    pnlUsd: mutable(decimalText.describe('value less the shares at their average price')),
  })
  .meta({ id: 'Position' })

const fee = z.object({ amount: wei, type: feeType })

/** `FEE` rows are fee events: one for each fee charged, its amount in `order.fee`. */
export const activity = z
  .object({
    name: activityName,
    createdAt: isoTime,
    transactionHash: z.string().nullable(),
    amountFilled: wei.nullable(),
    priceExecuted: wei.nullable(),
    order: z
      .object({
        id: z.string(),
        hash: z.string(),
        quoteType: z.enum(['BID', 'ASK']),
        amount: wei,
        price: wei,
        fee: fee.nullable(),
      })
      .nullable(),
    market,
    outcome: marketOutcome,
  })
  .meta({ id: 'ActivityEvent' })
export const olderActivity = activity.extend({ market: olderMarket, outcome: olderOutcome }).meta({ id: 'OlderActivityEvent' })

export const referral = z.object({ code: z.string().nullable(), status: referralStatus }).meta({ id: 'Referral' })
const pointsInfo = z
  .object({ total: mutable(z.number()), rank: mutable(z.number().int().optional()) })
  .meta({ id: 'PointsInfo' })
export const account = z
  .object({
    name: z.string(),
    address,
    imageUrl: z.string().nullable(),
    referral: mutable(referral.nullable()),
    points: pointsInfo,
  })
  .meta({ id: 'Account' })

export const asset = z.object({
  type: z.string().describe('USDT, or an outcome token by its tokenId'),
  tokenId: z
    .string()
    .regex(/^\d{1,78}$/)
    .optional(),
})
export const reservedBalance = asset.extend({ amount: mutable(wei) }).meta({ id: 'ReservedBalance' })

export const pendingYield = z
  .object({ totalUsd: mutable(decimalText), ratePercentPerYear: z.number(), updatedAt: mutable(isoTime) })
  .meta({ id: 'PendingYield' })

export const leaderboardEntry = z
  .object({
    rank: mutable(z.number().int()),
    name: z.string(),
    address,
    imageUrl: z.string().nullable(),
    points: mutable(z.number()),
    volumeUsd: mutable(decimalText),
    pnlUsd: mutable(decimalText),
  })
  .meta({ id: 'LeaderboardEntry' })

export const seasonTotals = z
  .object({
    season: z.number().int(),
    startsAt: isoTime,
    endsAt: isoTime,
    points: mutable(z.number()),
    volumeUsd: mutable(decimalText),
    traders: mutable(z.number().int()),
  })
  .meta({ id: 'SeasonTotals' })

/** One line of a market's public activity in the older revision. */
export const marketActivity = z
  .object({
    name: z.enum(['MATCH']),
    createdAt: isoTime,
    transactionHash: z.string().nullable(),
    amountFilled: wei,
    priceExecuted: wei,
    quoteType,
    outcome: z.object({ name: z.string(), indexSet: z.number().int(), onChainId: z.string() }),
  })
  .meta({ id: 'MarketActivity' })
