import type { Operation } from './operation.js'
import { SLUGS, type Slug } from './slugs.js'

/** The `error` words of refusals with one HTTP status. */
export interface Refusals {
  readonly status: number
  readonly words: readonly Slug[]
}

/** Everything that an operation may be refused with, by status. `isCounted`: calls are rate limited. */
export const refusalsOf = (operation: Operation, isCounted: boolean): readonly Refusals[] => {
  const { body, refuses = [] } = operation
  const found: readonly Refusals[] = [
    { status: 400, words: [...(isChecked(operation) ? [SLUGS.badRequest] : []), ...refuses.filter(isOfOrder)] },
    // A wrong API key is refused everywhere, even where none is required.
    { status: 401, words: [SLUGS.unauthorized] },
    { status: 404, words: refuses.filter(word => word === SLUGS.notFound) },
    { status: 413, words: body === null ? [] : [SLUGS.payloadTooLarge] },
    { status: 414, words: [SLUGS.badRequest] },
    { status: 417, words: [SLUGS.badRequest] },
    { status: 429, words: isCounted ? [SLUGS.rateLimited] : [] },
    { status: 431, words: [SLUGS.badRequest] },
    { status: 500, words: [SLUGS.internal] },
    { status: 503, words: [SLUGS.unavailable] },
  ]
  return found.filter(({ words }) => words.length > 0)
}

/** Whether a request has anything beside its credentials that could be wrong. */
const isChecked = ({ params, query, body }: Operation): boolean =>
  body !== null || Object.keys({ ...params.shape, ...query.shape }).length > 0

const isOfOrder = (word: Slug): boolean => word.startsWith('create_order_')

/** For operations that address something by id. */
export const NOT_FOUND: readonly Slug[] = [SLUGS.notFound]

/** Refusals of a create: one for each check of an order. */
export const CREATE_REFUSALS: readonly Slug[] = [SLUGS.notFound, ...Object.values(SLUGS).filter(isOfOrder)]
