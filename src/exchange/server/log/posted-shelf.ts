import type { Core } from '../../core/core.js'
import type { CoreOrder } from '../../core/core-event.js'
import { rowsOf, type Table } from '../../core/table.js'
import { type PostedOrder, readPosted, writePosted } from './posted-line.js'
import type { Saved } from './saved.js'
import type { Store } from './store.js'

/**
 * Signed forms of orders, by order number: memory holds the newest few, the disk the rest. The log also holds the newest, so a kill loses none, and
 * they can wait in memory until one write stores many.
 */
export interface PostedShelf {
  /** Adds the line of a signed form. */
  add(order: number, line: string): void
  /** The signed form of an order; `null`: the order was not signed. */
  of(order: CoreOrder): PostedOrder | null
  /** Whether enough lines wait to be written to disk. */
  readonly isFull: boolean
  /** Writes the waiting lines. Throws when the disk refuses; the lines then still wait. */
  putAway(): void
}

/** Lines that wait before they are written. */
const WAITING_MAX = 128

/** Opens the shelf of a store. */
export const createPostedShelf = (store: Store): PostedShelf => {
  let waiting = new Map<number, string>()
  let newest = store.newestPosted()
  return {
    add: (order, line) => void waiting.set(order, line),
    of: ({ id, spec }) => {
      const line = waiting.get(id) ?? store.posted(id)
      return line === null ? null : readPosted(line, spec.hash)
    },
    get isFull() {
      return waiting.size >= WAITING_MAX
    },
    putAway: () => {
      // A replay adds some lines again that were written before the kill; their numbers are not above the newest stored one.
      const rows = Array.from(waiting, ([id, line]) => ({ id, line })).filter(({ id }) => id > newest)
      store.keepPosted(rows.toSorted((a, b) => a.id - b.id))
      newest = rows.reduce((last, { id }) => Math.max(last, id), newest)
      // A new map, because a cleared one keeps its old entries alive until a full garbage collection.
      waiting = new Map()
    },
  }
}

/** Stores the signed forms from a snapshot of an earlier format, for orders that are still known. */
export const shelveOlder = (saved: Saved, core: Core, shelf: PostedShelf): void => {
  for (const posted of olderPosted(saved)) {
    const id = core.order(posted.hash)?.id
    if (id !== undefined) shelf.add(id, writePosted(posted))
  }
}

/** The signed forms that a snapshot of an earlier format holds. */
const olderPosted = ({ memories }: Saved): readonly PostedOrder[] => {
  const { posted } = (memories.get('tape') ?? {}) as { readonly posted?: Table }
  return posted === undefined ? [] : rowsOf<PostedOrder>(posted)
}
