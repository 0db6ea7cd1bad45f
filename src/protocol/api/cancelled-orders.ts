import { z } from 'zod'
import { orderHashText } from './schemas-words.js'

const CANCELLED_MAX = 100

/** The fields by which one cancel names its orders: ids, hashes, or both. */
export const cancelFields = {
  ids: z
    .array(z.string().regex(/^\d{1,78}$/, 'an order id is decimal digits'))
    .max(CANCELLED_MAX)
    .optional(),
  hashes: z.array(orderHashText).max(CANCELLED_MAX).optional(),
}

interface Named {
  readonly ids?: readonly string[] | undefined
  readonly hashes?: readonly string[] | undefined
}

/**
 * The rules of such a body. A cancel with neither field, such as one with a mistyped name, would look like a success that removed nothing.
 * `meta` says the first rule in the document.
 */
export const namingOrders = <S extends z.ZodType<Named>>(schema: S): S =>
  schema
    .refine(({ ids, hashes }) => ids !== undefined || hashes !== undefined, 'ids or hashes must name the orders')
    .refine(({ ids = [], hashes = [] }) => ids.length + hashes.length <= CANCELLED_MAX, TOO_MANY)
    .meta({ anyOf: [{ required: ['ids'] }, { required: ['hashes'] }] })

const TOO_MANY = `ids and hashes together may name at most ${CANCELLED_MAX} orders`
