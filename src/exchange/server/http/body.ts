import type { Context } from 'hono'
import type { z } from 'zod'
import { SLUGS } from '../../../protocol/api/slugs.js'
import { ApiRefusal, badRequest } from './refusal.js'

/** Largest request body, in bytes. */
export const BODY_BYTES_MAX = 102_400

/** The body as text, of at most `BODY_BYTES_MAX` bytes. */
export const readText = async (context: Context): Promise<string> => {
  const encoding = context.req.header('content-encoding')
  if (isEncoded(encoding)) throw badRequest(`a body must come as it is, without a content-encoding; found ${encoding}`)
  const declared = context.req.header('content-length')
  if (declared === undefined) return readStream(context)
  if (Number(declared) > BODY_BYTES_MAX) throw tooLarge()
  return context.req.text()
}

/** Whether the header says that the body is compressed. */
export const isEncoded = (contentEncoding: string | undefined): boolean =>
  contentEncoding !== undefined && contentEncoding.toLowerCase() !== 'identity'

/** A body without a declared length is counted while it arrives. */
const readStream = async (context: Context): Promise<string> => {
  const stream = context.req.raw.body
  if (stream === null) return ''
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of stream) {
    size += part.byteLength
    if (size > BODY_BYTES_MAX) throw tooLarge()
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

const tooLarge = (): ApiRefusal => new ApiRefusal(413, SLUGS.payloadTooLarge, `a body may have at most ${BODY_BYTES_MAX} bytes`)

/** A body's value; of a repeated key the last one counts. Throws a refusal when the body is not JSON. */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest('the body is not JSON')
  }
}

/** `value` in the given shape, without unknown fields, or a refusal that names the first field that is wrong. */
export const inShape = <T>(value: unknown, shape: z.ZodType<T>): T => {
  const result = shape.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw badRequest(`${issue?.path.join('.') || 'the request'}: ${wordsOf(issue, value)}`)
}

const wordsOf = (issue: z.core.$ZodIssue | undefined, value: unknown): string =>
  issue !== undefined && isMissing(value, issue.path) ? 'is missing' : (issue?.message ?? 'is not valid')

/** A missing value gets its own message; the schema would say that `undefined` was sent. */
const isMissing = (value: unknown, path: readonly PropertyKey[]): boolean =>
  path.reduce((part, key) => (part as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[key], value) === undefined
