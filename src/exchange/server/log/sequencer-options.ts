import type { Clock } from '../../../model/time.js'
import type { Core } from '../../core/core.js'
import type { CoreState } from '../../core/save-world.js'
import type { Timers } from '../timers.js'
import type { CopierOptions } from './copier.js'
import type { KeeperOptions } from './snapshot-keeper.js'
import type { Watcher } from './watcher.js'

/** What a floor is opened with. */
export interface SequencerOptions extends Pick<KeeperOptions, 'store' | 'snapshotEvery' | 'keepsLog' | 'log'> {
  /** Makes the core: an empty one, or one that goes on from a state. Always under the same rules. */
  readonly openCore: (state: CoreState | undefined) => Core
  readonly clock: Clock
  /** Default: the computer's. */
  readonly timers?: Timers | undefined
  /** Where the rules are the store's own: how a thread makes the same exchange. */
  readonly thread?: CopierOptions['thread'] | undefined
  /** They see the whole history, replayed or new. */
  readonly watchers: readonly Watcher[]
  /** The disk refused: the exchange can go on no longer. */
  readonly onFatal: (error: Error) => void
}
