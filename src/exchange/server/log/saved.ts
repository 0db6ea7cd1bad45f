import { Timestamp } from '../../../model/time.js'
import type { Core } from '../../core/core.js'
import type { CoreState } from '../../core/save-world.js'
import type { CrowdLog, WaitingLevels } from './crowd-log.js'
import type { Watcher } from './watcher.js'

/** The whole state of an exchange after one command, as plain data. */
export interface Saved {
  /** `SHAPE` of the version that saved it. */
  readonly shape: number
  /** The rules of the exchange that was saved. */
  readonly rules: string | null
  /** The exchange's clock. */
  readonly at: Timestamp
  readonly core: CoreState
  readonly crowd: WaitingLevels
  /** The state of each watcher, by its name. */
  readonly memories: ReadonlyMap<string, unknown>
}

/** Version of `Saved`; raised by each change that makes older snapshots unusable. */
export const SHAPE = 1

export interface SavedParts {
  readonly rules: string | null
  /** The newest time that the exchange has named. */
  readonly last: Timestamp
  readonly core: Core
  readonly crowd: CrowdLog
  readonly watchers: readonly Watcher[]
}

/** The state now. Parts of it are still shared with the exchange, so copy it before the next change. */
export const saveExchange = ({ rules, last, core, crowd, watchers }: SavedParts): Saved => {
  const memories = new Map<string, unknown>()
  for (const { memory } of watchers) if (memory !== undefined) memories.set(memory.name, memory.save())
  return { shape: SHAPE, rules, at: Timestamp.max(last, core.now), core: core.save(), crowd: crowd.waiting(), memories }
}

/** Restores the state of watchers; a watcher that the snapshot does not name stays empty. */
export const loadMemories = (watchers: readonly Watcher[], memories: Saved['memories']): void => {
  for (const { memory } of watchers)
    if (memory !== undefined && memories.has(memory.name)) memory.load(memories.get(memory.name))
}
