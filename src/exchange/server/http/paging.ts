import { badRequest } from './refusal.js'

/** Default number of rows of a page. */
const PAGE_DEFAULT = 100
/** Most rows of a page. */
const PAGE_MAX = 100

/** One page of rows, and the cursor of the next one; `null`: it is the last. */
export interface Page<T> {
  readonly rows: readonly T[]
  readonly cursor: string | null
}

/** Which rows of a list are wanted: how many, and after which page's cursor. Without a cursor: from the beginning. */
export interface PageQuery {
  readonly first?: number | undefined
  readonly after?: string | undefined
}

/** Most rows of the page. */
export const pageSize = ({ first }: PageQuery): number => Math.min(first ?? PAGE_DEFAULT, PAGE_MAX)

/** A list whose rows are ordered by a key. */
export interface KeyedList<T> {
  /** Part of the cursor, so that a cursor of another list is refused. */
  readonly name: string
  /** A whole number that decreases from row to row. New rows come before all others, so they change no later page. */
  readonly key: (row: T) => number
}

/** Collects a page from rows in their order. Throws a refusal on a cursor that no page of this list returned. */
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

/** A cursor: text encoded for a URL; only this exchange reads it. */
export const cursorOf = (text: string): string => Buffer.from(text).toString('base64url')

/** The text of a cursor; `null`: none was sent. */
export const cursorText = (cursor: string | undefined): string | null =>
  cursor === undefined || cursor === '' ? null : Buffer.from(cursor, 'base64url').toString('utf8')

/** The refusal of a cursor that no page of the list returned. */
export const foreignCursor = () => badRequest('after must be a cursor that a page of this list answered')

const keyOf = (cursor: string | undefined, list: string): number | null => {
  const text = cursorText(cursor)
  if (text === null) return null
  const [, name, found] = /^k([^,]+),(\d{1,15})$/.exec(text) ?? []
  if (name !== list) throw foreignCursor()
  return Number(found)
}

/** The same page with each row converted. */
export const mapped = <T, R>({ rows, cursor }: Page<T>, row: (one: T) => R): Page<R> => ({ rows: rows.map(row), cursor })
