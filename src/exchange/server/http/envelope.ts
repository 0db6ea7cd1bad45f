import { randomBytes } from 'node:crypto'
import type { RequestListener, ServerResponse } from 'node:http'
import { Timestamp } from '../../../model/time.js'
import { SLUGS } from '../../../protocol/api/slugs.js'
import { ApiRefusal } from './refusal.js'

/** The body of a successful answer. */
export const success = <T>(data: T): { success: true; data: T } => ({ success: true, data })

/** The body of one page of a list. `cursor` is sent as `after` to get the next page; `null` on the last page. */
export const page = <T>(
  rows: readonly T[],
  cursor: string | null,
): { success: true; cursor: string | null; data: readonly T[] } => ({
  success: true,
  cursor,
  data: rows,
})

/** The body of a refusal, with the exchange's time in nine decimals of a second and a trace id of 16 random bytes. */
export const failure = (refusal: ApiRefusal, now: Timestamp): object => ({
  success: false,
  code: refusal.status,
  error: refusal.slug,
  message: refusal.message,
  timestamp: nanoseconds(now),
  trace: randomBytes(16).toString('hex'),
})

/** ISO text with nine decimals of a second; the clock has six, the last three are zeros. */
const nanoseconds = (time: Timestamp): string => {
  const micros = String(time % 1_000).padStart(3, '0')
  return `${Timestamp.iso(time).slice(0, -1)}${micros}000Z`
}

/** Answers a request that does not reach the app, in the error envelope. */
export const sendRefusal = (outgoing: ServerResponse, now: Timestamp, refusal: ApiRefusal): void => {
  const text = JSON.stringify(failure(refusal, now))
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }
  outgoing.writeHead(refusal.status, headers).end(text)
}

/** Answers a request whose `Expect` header is not `100-continue`. */
export const refuseExpectation =
  (now: () => Timestamp): RequestListener =>
  (incoming, outgoing) => {
    const why = `nothing can be expected but 100-continue, found ${incoming.headers.expect}`
    sendRefusal(outgoing, now(), new ApiRefusal(417, SLUGS.badRequest, why))
  }
