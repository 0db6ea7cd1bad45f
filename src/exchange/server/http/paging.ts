import { badRequest } from './refusal.js'

/** Rows of a page when nobody asks for another number. */
const PAGE_DEFAULT = 100
/** More than this is answered with this many. */
const PAGE_MAX = 100

/** One page of rows and where the next one begins. */
export interface Page<T> {
  readonly rows: readonly T[]
  readonly cursor: string | null
}

/** What a list is asked for: so many rows, after the cursor of an earlier page. Nothing asks for the beginning. */
export interface PageQuery {
  readonly first?: number | undefined
  readonly after?: string | undefined
}

/** How many rows the page gets. */
export const pageSize = ({ first }: PageQuery): number => Math.min(first ?? PAGE_DEFAULT, PAGE_MAX)

/** A list whose rows have an order of their own. */
export interface KeyedList<T> {
  /** A cursor of one list is refused by another. */
  readonly name: string
  /** A whole number; each row's is less than that of the row before it. New rows come before all others, so they change no later page. */
  readonly key: (row: T) => number
}

/** Collects a page from rows in their order. Throws a refusal on a cursor that no page of this list answered. */
export const pageOf = <T>(rows: Iterable<T>, query: PageQuery, { name, key }: KeyedList<T>): Page<T> => {
  const size = pageSize(query)
  const after = keyOf(query.after, name)
  const found: T[] = []
  for (const row of rows) {
    if (after !== null && key(row) >= after) continue
    if (found.length === size) return { rows: found, cursor: cursorOf(`k${name},${key(found[size - 1] as T)}`) }
    found.push(row)
  }
  return { rows: found, cursor: null }
}

/** Text that only we read, in a form that fits into a URL. */
export const cursorOf = (text: string): string => Buffer.from(text).toString('base64url')

/** The text of a cursor; null where none was sent. */
export const cursorText = (cursor: string | undefined): string | null =>
  cursor === undefined || cursor === '' ? null : Buffer.from(cursor, 'base64url').toString('utf8')

/** Of a cursor that no page of the list answered. */
export const foreignCursor = () => badRequest('after must be a cursor that a page of this list answered')

const keyOf = (cursor: string | undefined, list: string): number | null => {
  const text = cursorText(cursor)
  if (text === null) return null
  const [, name, found] = /^k([^,]+),(\d{1,15})$/.exec(text) ?? []
  if (name !== list) throw foreignCursor()
  return Number(found)
}

/** The same page with each row as `row` makes it. */
export const mapped = <T, R>({ rows, cursor }: Page<T>, row: (one: T) => R): Page<R> => ({ rows: rows.map(row), cursor })
