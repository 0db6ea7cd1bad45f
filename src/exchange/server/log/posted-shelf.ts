import type { Core } from '../../core/core.js'
import type { CoreOrder } from '../../core/core-event.js'
import { rowsOf, type Table } from '../../core/table.js'
import { type PostedOrder, readPosted, writePosted } from './posted-line.js'
import type { Saved } from './saved.js'
import type { Store } from './store.js'

/**
 * What makers signed, by the numbers of their orders: memory holds the newest few, the disk the rest. The log holds the newest too, so that a kill
 * loses none; so they can wait until there are enough of them to be written in one go.
 */
export interface PostedShelf {
  /** Takes the line of a signed form. */
  add(order: number, line: string): void
  /** null: nobody signed it. */
  of(order: CoreOrder): PostedOrder | null
  /** Whether so many wait that they should be put away. */
  readonly isFull: boolean
  /** Writes what waits. Throws where the disk refuses; then it still waits. */
  putAway(): void
}

/** Orders that wait at most, as long as the disk is there. */
const WAITING_MAX = 128

/** The shelf of a store. */
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
      // A replay brings some of those again that were put away before the kill: they are the older ones.
      const rows = Array.from(waiting, ([id, line]) => ({ id, line })).filter(({ id }) => id > newest)
      store.keepPosted(rows.toSorted((a, b) => a.id - b.id))
      newest = rows.reduce((last, { id }) => Math.max(last, id), newest)
      // A map that is cleared keeps what it held within reach of the one it was before, until all of the memory is looked through.
      waiting = new Map()
    },
  }
}

/** Shelves the signed forms that a snapshot of an earlier format holds, of orders that are known still. */
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
