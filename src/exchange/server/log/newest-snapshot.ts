import { isDeepStrictEqual } from 'node:util'
import type { Saved } from './saved.js'
import { unpacked } from './snapshot.js'
import type { Store } from './store.js'
import type { Watcher } from './watcher.js'

/** Where a sequencer starts. */
export interface Start {
  readonly saved: Saved
  /** Number of the last command in the snapshot; the log after it must still be replayed. */
  readonly seq: number
}

export interface NewestSnapshotOptions {
  readonly store: Store
  readonly watchers: readonly Watcher[]
  readonly log: (text: string, fields?: Readonly<Record<string, unknown>>) => void
}

/**
 * The newest snapshot that can be read and that the log continues; `null`: the log is complete and restores everything. Reports to
 * `log` each snapshot that cannot be used. Throws when neither a snapshot nor a complete log is left.
 */
export const newestSnapshot = ({ store, watchers, log }: NewestSnapshotOptions): Start | null => {
  for (const seq of store.snapshots()) {
    const saved = readOne(store, seq, log)
    if (saved === null || !isFollowed(store, seq)) continue
    const missing = watchers.flatMap(({ memory }) =>
      memory === undefined || saved.memories.has(memory.name) ? [] : [memory.name],
    )
    if (missing.length === 0) return { saved, seq }
    log('a snapshot lacks the state of a newer part of the exchange', {
      seq,
      missing,
      instead: isFollowed(store, 0) ? 'log' : 'empty',
    })
    return isFollowed(store, 0) ? null : { saved, seq }
  }
  if (isFollowed(store, 0)) return null
  throw new Error(
    `the exchange's log begins with command ${store.oldest()}, and no snapshot of the commands before it can be read`,
  )
}

/** What a snapshot holds; `null`: it was damaged or made under other rules, and is now deleted. */
const readOne = (store: Store, seq: number, log: NewestSnapshotOptions['log']): Saved | null => {
  try {
    const snapshot = store.snapshot(seq)
    if (snapshot === null) return null
    const saved = unpacked(snapshot)
    if (!isUnder(store.read('rules'), saved.rules)) throw new Error('it was made under other rules')
    return saved
  } catch (error) {
    log('a snapshot cannot be read; the one before it and the log are used instead', { seq, error: String(error) })
    store.drop(seq)
    return null
  }
}

/** Whether the snapshot was made under the kept rules. A rule that it lacks is newer than the snapshot, and had its present value then. */
const isUnder = (kept: string | null, saved: string | null): boolean => {
  if (kept === null || saved === null) return kept === saved
  const rules = JSON.parse(kept) as Readonly<Record<string, unknown>>
  return Object.entries(JSON.parse(saved) as object).every(([rule, value]) => isDeepStrictEqual(rules[rule], value))
}

/** Whether the log has everything after a command. */
const isFollowed = (store: Store, seq: number): boolean => (store.oldest() ?? store.newest() + 1) <= seq + 1
