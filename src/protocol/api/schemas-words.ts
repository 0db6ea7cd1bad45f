import { z } from 'zod'

// Enumerations of the service with all their values, and the formats of amounts, times and names.

/** Decimal digits of wei (18 decimals), such as "620000000000000000". */
export const wei = z
  .string()
  .regex(/^\d{1,78}$/, 'must be a string of decimal digits')
  .describe('wei, 18 decimals')
/** A decimal number as text, such as "0.62". */
export const decimalText = z
  .string()
  .regex(/^-?\d+(?:\.\d+)?$/)
  .describe('decimal number')
export const isoTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/)
  .describe('ISO 8601, UTC')
/** 0x and 40 hex digits, in any letter case. */
export const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'must be a 0x-prefixed address of 20 bytes')
/** 0x and 64 hex digits. The words "order hash must be a" are what clients look for. */
export const orderHashText = z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'order hash must be a 0x-prefixed hex string of 32 bytes')
export const bytes32 = z.string().regex(/^0x[0-9a-fA-F]{64}$/)

/** Marks a field that changes during the life of its object. Other fields change only where the operator says so. */
export const mutable = <S extends z.ZodType>(field: S): S => field.meta({ 'x-mutable': true })

export const orderStatus = z.enum(['OPEN', 'FILLED', 'CANCELLED', 'EXPIRED', 'INVALIDATED'])
export const marketStatus = z.enum([
  'REGISTERED',
  'PRICE_PROPOSED',
  'PRICE_DISPUTED',
  'PAUSED',
  'UNPAUSED',
  'RESOLVED',
  'REMOVED',
])
export const tradingStatus = z.enum(['OPEN', 'MATCHING_NOT_ENABLED', 'CANCEL_ONLY', 'CLOSED'])
export const outcomeStatus = z.enum(['WON', 'LOST', 'VOIDED'])
export const categoryStatus = z.enum(['OPEN', 'RESOLVED', 'REMOVED'])
export const marketVariant = z.enum([
  'DEFAULT',
  'SPORTS_MATCH',
  'SPORTS_TEAM_MATCH',
  'SPORTS_PROPS',
  'CRYPTO_UP_DOWN',
  'TWEET_COUNT',
  'ESPORTS_LOL',
  'ESPORTS_CS2',
])
export const marketType = z.enum(['SPORTS_MONEYLINE', 'SPORTS_SPREAD', 'SPORTS_TOTAL'])
export const resolutionProvider = z.enum(['PREDICT_DOT_FUN', 'THREE_PO', 'CHAINLINK'])
export const priceFeedProvider = z.enum(['PYTH', 'CHAINLINK', 'BINANCE', 'FEED_A'])
export const orderStrategy = z.enum(['LIMIT', 'MARKET'])
export const quoteType = z.enum(['Bid', 'Ask'])
export const feeType = z.enum(['SHARES', 'COLLATERAL'])
export const selfTradePrevention = z.enum(['CANCEL_MAKER', 'CANCEL_TAKER', 'CANCEL_BOTH'])
export const reservedBalancePolicy = z.enum(['REJECT_MARKET_ORDER', 'SKIP_RESERVED_BALANCE_CHECKS'])
export const activityName = z.enum([
  'CREATE',
  'CANCEL',
  'EXPIRE',
  'INVALIDATE',
  'MATCH',
  'NO_MARKET_MATCH',
  'MATCH_FAILED',
  'FEE',
  'RESOLVE',
])
export const referralStatus = z.enum(['OPEN', 'LOCKED'])
export const timeseriesMetric = z.enum(['chance', 'volume', 'liquidity'])
export const timeseriesResolution = z.enum(['1m', '5m', '1h', '1d'])

export const categorySort = z.enum([
  'VOLUME_24H_DESC',
  'VOLUME_ALL_DESC',
  'PUBLISHED_AT_ASC',
  'PUBLISHED_AT_DESC',
  'POPULAR',
  'VOLUME',
])
export const marketSort = z.enum([
  'CHANCE_24H_CHANGE_ASC',
  'CHANCE_24H_CHANGE_DESC',
  'VOLUME_24H_ASC',
  'VOLUME_24H_DESC',
  'VOLUME_24H_CHANGE_ASC',
  'VOLUME_24H_CHANGE_DESC',
  'VOLUME_TOTAL_ASC',
  'VOLUME_TOTAL_DESC',
  'REWARD_RATE_ASC',
  'REWARD_RATE_DESC',
])
export const positionSort = z.enum(['AMOUNT_DESC', 'EVENT_BLOCK_ASC', 'EVENT_BLOCK_DESC', 'SHARES_VALUE_DESC', 'RETURN_DESC'])
