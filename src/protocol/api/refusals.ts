import type { Operation } from './operation.js'
import { SLUGS, type Slug } from './slugs.js'

/** The words of refusals that come with one HTTP status. */
export interface Refusals {
  readonly status: number
  readonly words: readonly Slug[]
}

/** Everything that an operation may be refused with, by status. Calls are counted where `isCounted`. */
export const refusalsOf = (operation: Operation, isCounted: boolean): readonly Refusals[] => {
  const { body, refuses = [] } = operation
  const found: readonly Refusals[] = [
    { status: 400, words: [...(isChecked(operation) ? [SLUGS.badRequest] : []), ...refuses.filter(isOfOrder)] },
    // A wrong API key is refused everywhere, also where none is asked for.
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

/** Whether a request has anything that could be wrong beside its credentials. */
const isChecked = ({ params, query, body }: Operation): boolean =>
  body !== null || Object.keys({ ...params.shape, ...query.shape }).length > 0

const isOfOrder = (word: Slug): boolean => word.startsWith('create_order_')

/** Of operations that name what they are about. */
export const NOT_FOUND: readonly Slug[] = [SLUGS.notFound]

/** The words of a create: each check of an order has one. */
export const CREATE_REFUSALS: readonly Slug[] = [SLUGS.notFound, ...Object.values(SLUGS).filter(isOfOrder)]
