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

/** Makes the bytes of snapshots. */
export interface Copier {
  /** Copies the whole state now, in this thread. */
  copy(): Uint8Array
  /** Has a thread make the snapshot from the store; `null`: no thread can, so the state has to be copied. */
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
  /** Missing: the rules differ from the store's, so a thread could not make the same exchange. */
  readonly thread?: RemadeFrom | undefined
}

/** An exchange with more commands than this is too large to be copied between two requests. */
const COMMANDS_COPIED = 10_000

/** Creates the copier of an open sequencer. */
export const createCopier = ({ core, crowd, shelf, store, watchers, last, thread }: CopierOptions): Copier => ({
  copy: () => {
    // Store the signed forms first: the log also has them, but a snapshot lets it be deleted.
    shelf.putAway()
    return copyOf(saveExchange({ core, crowd, watchers, last: last(), rules: store.read('rules') }))
  },
  remake: () => {
    // Levels of the recorded crowd that no order met are in the core but not in the log.
    if (thread === undefined || store.newest() < (thread.from ?? COMMANDS_COPIED) || crowd.waiting().size > 0) return null
    // For the same reason as in `copy`.
    shelf.putAway()
    return remakeSnapshot({ ...thread, store, at: core.now, fingerprint: quickFingerprint(core) })
  },
})
