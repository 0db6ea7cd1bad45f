import { Timestamp } from '../../../model/time.js'
import type { Core } from '../../core/core.js'
import type { CoreState } from '../../core/save-world.js'
import type { CrowdLog, WaitingRows } from './crowd-log.js'
import type { Watcher } from './watcher.js'

/** All that an exchange is behind one command, as plain data. */
export interface Saved {
  /** `SHAPE` of whoever saved it. */
  readonly shape: number
  /** The rules under which all of it came about. */
  readonly rules: string | null
  /** The exchange's clock. */
  readonly at: Timestamp
  readonly core: CoreState
  readonly crowd: WaitingRows
  /** What each watcher remembers, by its name. */
  readonly memories: ReadonlyMap<string, unknown>
}

/** Rises with every change that makes what was saved before a wrong start. */
export const SHAPE = 1

export interface SavedParts {
  readonly rules: string | null
  /** The newest time that the exchange has named. */
  readonly last: Timestamp
  readonly core: Core
  readonly crowd: CrowdLog
  readonly watchers: readonly Watcher[]
}

/** Everything at this moment. Some of it still belongs to what it was saved from: to be copied before anything else happens. */
export const saveExchange = ({ rules, last, core, crowd, watchers }: SavedParts): Saved => {
  const memories = new Map<string, unknown>()
  for (const { memory } of watchers) if (memory !== undefined) memories.set(memory.name, memory.save())
  return { shape: SHAPE, rules, at: Timestamp.max(last, core.now), core: core.save(), crowd: crowd.waiting(), memories }
}

/** Gives watchers back what they remembered; one that is newer than what was saved stays empty. */
export const loadMemories = (watchers: readonly Watcher[], memories: Saved['memories']): void => {
  for (const { memory } of watchers)
    if (memory !== undefined && memories.has(memory.name)) memory.load(memories.get(memory.name))
}
