import { reasonOf } from '../../../model/reason-of.js'
import { SLUGS, type Slug } from '../../../protocol/api/slugs.js'
import { SequencerClosed } from '../log/sequencer.js'
import type { TextLog } from '../text-log.js'

/** The HTTP statuses of refusals. */
export type RefusalStatus = 400 | 401 | 404 | 408 | 413 | 414 | 417 | 429 | 431 | 500 | 503

/** A refused request. Thrown by checks and routes, caught once by the app, which answers with the error envelope. */
export class ApiRefusal extends Error {
  readonly status: RefusalStatus
  readonly slug: Slug

  constructor(status: RefusalStatus, slug: Slug, message: string) {
    super(message)
    this.status = status
    this.slug = slug
  }
}

/** The body or query does not parse. */
export const badRequest = (message: string): ApiRefusal => new ApiRefusal(400, SLUGS.badRequest, message)

/** Key, token or owner is wrong. */
export const unauthorized = (message: string): ApiRefusal => new ApiRefusal(401, SLUGS.unauthorized, message)

/** Refuses because `what`, the beginning of the message, does not exist. */
export const notFound = (what: string): ApiRefusal => new ApiRefusal(404, SLUGS.notFound, `${what} not found`)

/** An order that fails a check. */
export const badOrder = (slug: Slug, message: string): ApiRefusal => new ApiRefusal(400, slug, message)

/** The refusal for an error. Any other error is our own fault: the client gets a 500, the log gets the message. */
export const refusalFor = (log: TextLog, error: unknown): ApiRefusal => {
  if (error instanceof ApiRefusal) return error
  if (error instanceof SequencerClosed)
    return new ApiRefusal(503, SLUGS.unavailable, 'the exchange takes nothing more until it is started again')
  log('a request failed', { error: reasonOf(error) })
  return new ApiRefusal(500, SLUGS.internal, 'the exchange could not answer')
}
