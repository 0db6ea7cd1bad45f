import type { Core } from '../../core/core.js'
import { writePosted } from './posted-line.js'
import type { PostedShelf } from './posted-shelf.js'
import { olderPosted, type Saved } from './saved.js'

/** Shelves the signed forms that a snapshot of an earlier format holds, of orders that are known still. */
export const shelveOlder = (saved: Saved, core: Core, shelf: PostedShelf): void => {
  for (const posted of olderPosted(saved)) {
    const id = core.order(posted.hash)?.id
    if (id !== undefined) shelf.add(id, writePosted(posted))
  }
}
