import type { Core } from '../../core/core.js'
import type { CoreOrder } from '../../core/core-event.js'
import { rowsOf, type Table } from '../../core/table.js'
import { type PostedOrder, readPosted, writePosted } from './posted-line.js'
import type { Saved } from './saved.js'
import type { Store } from './store.js'

/**
 * Signed forms of orders, by order number: memory holds the newest few, the disk the rest. The log holds the newest too, so that a kill
 * loses none; so they can wait until there are enough of them for one write.
 */
export interface PostedShelf {
  /** Adds the line of a signed form. */
  add(order: number, line: string): void
  /** `null`: it was not signed. */
  of(order: CoreOrder): PostedOrder | null
  /** Whether enough lines wait to be written to disk. */
  readonly isFull: boolean
  /** Writes the waiting lines. Throws where the disk refuses; then they still wait. */
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
      // A replay adds some lines again that were written before the kill; those have lower numbers.
      const rows = Array.from(waiting, ([id, line]) => ({ id, line })).filter(({ id }) => id > newest)
      store.keepPosted(rows.toSorted((a, b) => a.id - b.id))
      newest = rows.reduce((last, { id }) => Math.max(last, id), newest)
      // A new map, because a cleared one keeps its old entries alive until a full garbage collection.
      waiting = new Map()
    },
  }
}

/** Adds the signed forms that a snapshot of an earlier format holds, for orders that are still known. */
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
