import { SLUGS, type Slug } from '../../../protocol/api/slugs.js'

/** The HTTP statuses a refusal is answered with. */
export type RefusalStatus = 400 | 401 | 404 | 408 | 413 | 414 | 417 | 429 | 431 | 500 | 503

/** A request that is refused. Thrown by checks and routes, caught once by the app, which answers it as the error envelope. */
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

/** There is no such thing; `what` begins the sentence. */
export const notFound = (what: string): ApiRefusal => new ApiRefusal(404, SLUGS.notFound, `${what} not found`)

/** An order that fails a check. */
export const badOrder = (slug: Slug, message: string): ApiRefusal => new ApiRefusal(400, slug, message)
