import type { Timestamp } from '../../../model/time.js'
import type { Core } from '../../core/core.js'
import type { CrowdLog } from './crowd-log.js'
import type { PostedShelf } from './posted-shelf.js'
import { type RemadeFrom, type Remaking, remakeSnapshot } from './remake.js'
import { saveExchange } from './saved.js'
import { copyOf } from './snapshot.js'
import type { Store } from './store.js'
import { quickFingerprint } from './thread-messages.js'
import type { Watcher } from './watcher.js'

/** How snapshots of a floor come about. */
export interface Copier {
  /** All that the exchange is now, at once. */
  copy(): Uint8Array
  /** Lets a thread make it from what the store has; null: it has to be copied. */
  remake(): Remaking | null
}

export interface CopierOptions {
  readonly core: Core
  readonly crowd: CrowdLog
  readonly shelf: PostedShelf
  readonly store: Store
  readonly watchers: readonly Watcher[]
  /** The newest time that the exchange has named. */
  readonly last: () => Timestamp
  /** Missing: a thread could not make the same, because the rules are not the store's. */
  readonly thread?: RemadeFrom | undefined
}

/** Commands in its life from which on an exchange is too large to be copied between two requests. */
const COMMANDS_COPIED = 10_000

/** A copier of an open floor. */
export const createCopier = ({ core, crowd, shelf, store, watchers, last, thread }: CopierOptions): Copier => ({
  copy: () => {
    // The log that has them too is forgotten behind a snapshot.
    shelf.putAway()
    return copyOf(saveExchange({ core, crowd, watchers, last: last(), rules: store.read('rules') }))
  },
  remake: () => {
    // A level of the recorded crowd that nobody met is in the core alone.
    if (thread === undefined || store.newest() < (thread.from ?? COMMANDS_COPIED) || crowd.waiting().size > 0) return null
    // As for a copy.
    shelf.putAway()
    return remakeSnapshot({ ...thread, store, at: core.now, likeness: quickFingerprint(core) })
  },
})
