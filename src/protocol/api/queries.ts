import { z } from 'zod'
import {
  address,
  categorySort,
  marketSort,
  marketVariant,
  orderHashText,
  orderStatus,
  positionSort,
  timeseriesMetric,
  timeseriesResolution,
} from './schemas-words.js'

// Queries and path parameters. They arrive as text and are parsed into types.

const whole = (what: string): z.ZodPipe<z.ZodString, z.ZodTransform<number, string>> =>
  z
    .string()
    .regex(/^\d{1,15}$/, `${what} must be a whole number`)
    .transform(Number)
/** The number of a thing. One of any length is an id, though nothing has it: it is not found, and not malformed. */
const idOf = (what: string): z.ZodPipe<z.ZodString, z.ZodTransform<number, string>> =>
  z
    .string()
    .regex(/^\d{1,78}$/, `${what} must be a whole number`)
    .transform(Number)
const truth = z.enum(['true', 'false'], 'must be true or false').transform(text => text === 'true')
/** Comma-separated, repeated, or both. */
const many = <T extends z.ZodType<unknown, string>>(one: T, most: number): z.ZodType<z.output<T>[], string | string[]> =>
  z
    .union([z.string(), z.array(z.string())])
    .transform(texts => [texts].flat().flatMap(text => text.split(',')))
    .pipe(z.array(one).max(most))
    .meta({ repeats: true })

/** A `first` above the largest page size returns the largest page. */
export const paging = z.object({
  first: z
    .string()
    .regex(/^0*[1-9]\d{0,8}$/, 'first must be a positive whole number')
    .transform(Number)
    .optional(),
  after: z.string().max(2_000).optional(),
})

const openOrResolved = z.enum(['OPEN', 'RESOLVED'])
const tagIds = many(z.string().max(40), 100)

export const categoriesQuery = paging.extend({
  status: openOrResolved.or(z.enum(['ACTIVE', 'REMOVED'])).optional(),
  sort: categorySort.optional(),
  tagIds: tagIds.optional(),
  marketVariant: marketVariant.optional(),
  includeStats: truth.optional(),
})
export const marketsQuery = paging.extend({
  status: openOrResolved.optional(),
  tagIds: tagIds.optional(),
  marketVariant: marketVariant.optional(),
  hasActiveRewards: truth.optional(),
  isBoosted: truth.optional(),
  sort: marketSort.optional(),
  includeStats: truth.optional(),
})
export const statsQuery = z.object({ includeStats: truth.optional() })
export const searchQuery = z.object({
  query: z.string().min(1).max(400),
  includeResolved: truth.optional(),
  includeStats: truth.optional(),
  limit: z
    .string()
    .regex(/^0*[1-9]\d{0,8}$/, 'limit must be a positive whole number')
    .transform(Number)
    .optional(),
})
export const orderbooksQuery = z.object({ ids: many(idOf('each of ids'), 50) })
export const timeseriesQuery = z.object({
  metric: timeseriesMetric.optional(),
  resolution: timeseriesResolution.optional(),
  from: whole('from').optional(),
  to: whole('to').optional(),
  limit: z
    .string()
    .regex(/^0*[1-9]\d{0,8}$/, 'limit must be a positive whole number')
    .transform(Number)
    .optional(),
  after: z.string().max(2_000).optional(),
})
export const latestQuery = z.object({ metric: timeseriesMetric.optional() })

/** A rule for the document that field schemas cannot express: exactly one of the two. The server's own check names both. */
const EITHER = { oneOf: [{ required: ['amountIn'] }, { required: ['quantity'] }] }

const quoteFields = {
  outcome: z.enum(['Yes', 'No']).optional().describe('default Yes'),
  side: z.enum(['Bid', 'Ask', 'BUY', 'SELL']).describe('Bid or BUY buys, Ask or SELL sells'),
  amountIn: z
    .string()
    .regex(/^\d{1,78}$/)
    .optional()
    .describe('wei: USDT of a buy, shares of a sell'),
  quantity: z
    .string()
    .regex(/^\d{1,78}$/)
    .optional()
    .describe('wei: shares'),
}
export const quoteQuery = z.object(quoteFields).meta(EITHER)
export const quoteBody = z.object({ data: quoteQuery })
export const quotesBody = z.object({
  data: z
    .array(quoteQuery.extend({ marketId: z.number().int() }).meta(EITHER))
    .min(1)
    .max(50),
})
export const quotesQuery = quoteQuery.extend({ ids: many(idOf('each of ids'), 50) }).meta(EITHER)

export const ordersQuery = paging.extend({ status: orderStatus.optional() })
export const matchesQuery = paging.extend({
  categoryId: idOf('categoryId').optional(),
  marketId: idOf('marketId').optional(),
  minValueUsdtWei: z
    .string()
    .regex(/^\d{1,40}$/, 'minValueUsdtWei must be a whole number of wei')
    .optional(),
  signerAddress: address.optional(),
  isSignerMaker: truth.optional(),
  orderHashes: many(orderHashText, 100).optional(),
  executedAfter: whole('executedAfter').optional(),
})
export const positionsQuery = paging.extend({
  marketId: idOf('marketId').optional(),
  isResolved: truth.optional(),
  includeLost: truth.optional(),
  sort: positionSort.optional(),
})

export const nothing = z.object({})
export const byMarketId = z.object({ id: idOf('a market id') })
export const byCategoryId = z.object({ id: idOf('a category id') })
export const bySlug = z.object({ slug: z.string().min(1).max(400) })
export const byHash = z.object({ hash: orderHashText })
export const byAddress = z.object({ address })
