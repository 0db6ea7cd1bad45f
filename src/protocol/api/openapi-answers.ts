import { z } from 'zod'
import { hoisted, type Json } from './json-schema.js'
import type { Operation } from './operation.js'
import { type Refusals, refusalsOf } from './refusals.js'

/** What all operations of a document share. */
export interface Answers {
  readonly schemas: Record<string, unknown>
  readonly responses: Record<string, unknown>
}

/** Headers with the caller's state in its rate limit window. */
export const HEADERS = {
  RateLimitLimit: {
    description: 'Calls that the window allows, of the minute or, for creates and removals, of the second',
    schema: { type: 'integer' },
  },
  RateLimitRemaining: { description: 'Calls that are left in this window', schema: { type: 'integer', minimum: 0 } },
  RateLimitReset: { description: 'Whole seconds until the next window', schema: { type: 'integer', minimum: 1 } },
  RetryAfter: { description: 'The same, sent when the limit is exceeded', schema: { type: 'integer', minimum: 1 } },
} as const

const STANDING = {
  'RateLimit-Limit': 'RateLimitLimit',
  'RateLimit-Remaining': 'RateLimitRemaining',
  'RateLimit-Reset': 'RateLimitReset',
}

/** All answers of an operation: its success, and each status of a refusal with its `error` words. */
export const describeAnswers = (operation: Operation, isCounted: boolean, answers: Answers): Json => {
  // The operator's calls are not rate limited.
  const counts = isCounted && operation.proof !== 'operator'
  const refusals = refusalsOf(operation, counts).map(refusals => [refusals.status, refusal(refusals, counts, answers)])
  return {
    [operation.status]: {
      description: 'Success',
      ...headersOf(counts ? STANDING : {}),
      content: { 'application/json': { schema: hoisted(wrapped(operation), answers.schemas) } },
    },
    ...Object.fromEntries(refusals),
  }
}

/** The complete body of a success. */
const wrapped = ({ form, answer }: Operation): z.ZodType => {
  switch (form) {
    case 'data':
      return z.object({ success: z.literal(true), data: answer })
    case 'page':
      return z.object({ success: z.literal(true), cursor: z.string().nullable(), data: z.array(answer) })
    case 'body':
      return answer
    default:
      return form satisfies never
  }
}

const MEANINGS: Readonly<Record<number, readonly [name: string, meaning: string]>> = {
  400: ['Invalid', 'The request does not parse, asks for something impossible, or its order fails a check'],
  401: ['Unauthorized', 'A credential or a signature is missing or wrong, or an order is not the wallet’s'],
  404: ['NotFound', 'What the request names does not exist'],
  413: ['TooLarge', 'The body is larger than 100 KB'],
  414: ['UrlTooLong', 'The URL is larger than 16 KB; the connection is closed'],
  417: ['Expectation', '`Expect` asks for something other than `100-continue`'],
  429: ['TooMany', 'The window of calls is full'],
  431: ['HeadersTooLarge', 'The headers are larger than 16 KB; the connection is closed'],
  500: ['Failed', 'The exchange failed; whether it carried out the request is unknown'],
  503: ['Unavailable', 'The exchange accepts nothing more until it is restarted'],
}

/** Statuses that are answered before the call is counted. */
const UNCOUNTED: ReadonlySet<number> = new Set([414, 417, 431])

/** A reference to the response; the same words with the same status share one. */
const refusal = ({ status, words }: Refusals, isCounted: boolean, { responses }: Answers): Json => {
  const [meant = String(status), description] = MEANINGS[status] ?? []
  const counts = isCounted && !UNCOUNTED.has(status)
  const isOfOrder = words.some(word => word.startsWith('create_order_'))
  const name = `${meant}${isOfOrder ? 'Order' : ''}${counts ? 'Counted' : ''}`
  responses[name] ??= {
    description,
    ...headersOf({ ...(counts && STANDING), ...(status === 429 && { 'Retry-After': 'RetryAfter' }) }),
    ...(words.length > 0 && { content: { 'application/json': { schema: refusalSchema(status, words) } } }),
  }
  return { $ref: `#/components/responses/${name}` }
}

const refusalSchema = (status: number, words: readonly string[]): Json => ({
  allOf: [{ $ref: '#/components/schemas/Error' }],
  type: 'object',
  properties: { code: { const: status }, error: { type: 'string', enum: words } },
})

const headersOf = (names: Readonly<Record<string, string>>): { readonly headers?: Json } => {
  const found = Object.entries(names).map(([header, name]) => [header, { $ref: `#/components/headers/${name}` }])
  return found.length === 0 ? {} : { headers: Object.fromEntries(found) as Json }
}
