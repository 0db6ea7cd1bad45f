import { randomBytes } from 'node:crypto'
import { cursorOf, cursorText, foreignCursor, type Page, type PageQuery, pageSize } from './paging.js'

/** A list in an order that may change while a client pages through it. */
export interface SortedList<T> {
  /** Those that match the filters now, in any order. */
  readonly rows: readonly T[]
  /** The name of the sort order: a cursor of another order is refused. */
  readonly order: string
  readonly isFalling: boolean
  /** The sort key; among equals the higher id comes first. */
  readonly value: (row: T) => number
  readonly id: (row: T) => number
}

/**
 * Pages of lists whose order changes. The order of a walk is fixed at its first page, so that even while values change no
 * row comes twice, and each row that was there from the beginning and still matches comes once. A bounded number of walks is kept; one that was
 * dropped, by age or a restart, continues after the last row's value in the present order.
 */
export interface SortedPages {
  /** Throws a refusal on a cursor that no page of this order returned. */
  page<T>(query: PageQuery, list: SortedList<T>): Page<T>
}

const WALKS_MAX = 256
/** Most ids in all walks together. */
const IDS_MAX = 1_000_000

/** Creates pages without walks. */
export const createSortedPages = (): SortedPages => {
  const walks = createWalks()
  return {
    page: (query, list) => {
      const place = placeOf(query.after, list.order)
      const known = place === null ? undefined : walks.find(place.walk)
      if (place !== null && known !== undefined)
        return pageFrom(list, query, { walk: place.walk, ids: known, position: place.position })
      const ids = orderOf(list, place)
      const walk = randomBytes(6).toString('hex')
      const answer = pageFrom(list, query, { walk, ids, position: 0 })
      if (answer.cursor !== null) walks.remember(walk, ids)
      return answer
    },
  }
}

/** Where a page ended: the index in its walk, and the last row's value and id in case that walk was dropped. */
interface Place {
  readonly walk: string
  readonly position: number
  readonly value: number
  readonly id: number
}

interface Going {
  readonly walk: string
  readonly ids: readonly number[]
  readonly position: number
}

const createWalks = (): { find(walk: string): readonly number[] | undefined; remember(walk: string, ids: number[]): void } => {
  const walks = new Map<string, readonly number[]>()
  let total = 0
  return {
    find: walk => {
      const ids = walks.get(walk)
      if (ids === undefined) return undefined
      // Reinserted at the end: the least recently used walk is dropped first.
      walks.delete(walk)
      walks.set(walk, ids)
      return ids
    },
    remember: (walk, ids) => {
      walks.set(walk, ids)
      total += ids.length
      for (const [oldest, { length }] of walks) {
        if (walks.size <= WALKS_MAX && total <= IDS_MAX) break
        walks.delete(oldest)
        total -= length
      }
    },
  }
}

/** All ids in the present order, after `place`. */
const orderOf = <T>({ rows, value, id, isFalling }: SortedList<T>, place: Place | null): number[] => {
  const sign = isFalling ? -1 : 1
  const compare = (a: { value: number; id: number }, b: { value: number; id: number }): number =>
    sign * (a.value - b.value) || b.id - a.id
  const keyed = rows.map(row => ({ value: value(row), id: id(row) }))
  const left = place === null ? keyed : keyed.filter(one => compare(one, place) > 0)
  return left.toSorted(compare).map(one => one.id)
}

const pageFrom = <T>(list: SortedList<T>, query: PageQuery, { walk, ids, position }: Going): Page<T> => {
  const size = pageSize(query)
  const byId = new Map(list.rows.map(row => [list.id(row), row]))
  const rows: T[] = []
  for (let at = position; at < ids.length; at++) {
    const row = byId.get(ids[at] ?? 0)
    if (row === undefined) continue
    const last = rows.at(-1)
    if (rows.length === size && last !== undefined) {
      const place: Place = { walk, position: at, value: list.value(last), id: list.id(last) }
      return { rows, cursor: cursorOf(`o${list.order},${place.walk},${place.position},${place.value},${place.id}`) }
    }
    rows.push(row)
  }
  return { rows, cursor: null }
}

const placeOf = (cursor: string | undefined, order: string): Place | null => {
  const text = cursorText(cursor)
  if (text === null) return null
  const [name, walk = '', position, value, id] = text.split(',')
  const place = { walk, position: numberOf(position), value: numberOf(value), id: numberOf(id) }
  if (name !== `o${order}` || place.position < 0) throw foreignCursor()
  return place
}

const numberOf = (text: string | undefined): number => {
  const found = text === undefined || !/^-?\d[\d.e+-]*$/.test(text) ? Number.NaN : Number(text)
  if (!Number.isFinite(found)) throw foreignCursor()
  return found
}
