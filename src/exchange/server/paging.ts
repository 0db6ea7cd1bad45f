import type { Context } from 'hono'
import { badRequest } from './api-refusal.js'

/** Rows of a page when nobody asks for another number. */
const PAGE_DEFAULT = 100
/** More than this is answered with this many. */
const PAGE_MAX = 100

/** One page of rows and where the next one begins. */
export interface Page<T> {
  readonly rows: readonly T[]
  readonly cursor: string | null
}

export interface PageQuery {
  readonly first: number
  /** The key of the last row seen; null from the beginning. */
  readonly after: number | null
}

/** `first` and `after` of a query. Throws a refusal on a number that is none and a cursor that is not ours. */
export const readPageQuery = (context: Context): PageQuery => ({
  first: firstOf(context.req.query('first')),
  after: keyOf(context.req.query('after')),
})

/**
 * Collects a page from rows in their order; `key` is a whole number that falls from row to row, so that rows which come anew while a client
 * pages neither shift nor repeat a page.
 */
export const pageOf = <T>(rows: Iterable<T>, query: PageQuery, key: (row: T) => number): Page<T> => {
  const found: T[] = []
  for (const row of rows) {
    if (query.after !== null && key(row) >= query.after) continue
    if (found.length === query.first) return { rows: found, cursor: cursorOf(key(found[query.first - 1] as T)) }
    found.push(row)
  }
  return { rows: found, cursor: null }
}

const firstOf = (text: string | undefined): number => {
  if (text === undefined || text === '') return PAGE_DEFAULT
  if (!/^\d{1,9}$/.test(text) || Number(text) === 0) throw badRequest('first must be a positive whole number')
  return Math.min(Number(text), PAGE_MAX)
}

const cursorOf = (key: number): string => Buffer.from(`k${key}`).toString('base64url')

const keyOf = (cursor: string | undefined): number | null => {
  if (cursor === undefined || cursor === '') return null
  const found = /^k(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'))?.[1]
  if (found === undefined) throw badRequest('after must be a cursor that a page answered')
  return Number(found)
}
