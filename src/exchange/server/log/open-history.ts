import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CoreCommand } from '../../core/command.js'
import type { CoreOptions } from '../../core/core-options.js'
import type { CoreState } from '../../core/save-world.js'
import { readLine } from './log-entry.js'
import { coreOptions, keptRules } from './rules.js'
import { unpacked } from './snapshot.js'
import { openStore, type Store } from './store.js'

/** The history that is in the data folder of an exchange. */
export interface History {
  /** Options of the core, from the rules in the folder. */
  readonly options: CoreOptions
  /** The state before the first command; `undefined`: an empty core, the history is complete. */
  readonly state: CoreState | undefined
  /** The wallet for which the history was kept, a lower-case address; `null`: the folder is an exchange's own data. */
  readonly wallet: string | null
  /** All commands, the oldest first. */
  commands(): Generator<CoreCommand>
  close(): void
}

/** Opens the history of an exchange that is not running; `null`: the folder has none. Throws when another process has it open. */
export function openHistory(data: string): History | null {
  if (!existsSync(join(data, 'exchange.db'))) return null
  const store = openStore(data)
  try {
    const start = startOf(store)
    return {
      options: coreOptions(keptRules(store, {}, () => undefined)),
      state: start?.core,
      wallet: store.read('wallet'),
      commands: () => commandsOf(store, start?.seq ?? 0),
      close: () => store.close(),
    }
  } catch (error) {
    store.close()
    throw error
  }
}

/** The oldest snapshot that the log continues; `null`: the log is complete. */
function startOf(store: Store): { readonly seq: number; readonly core: CoreState } | null {
  const oldest = store.oldest() ?? store.newest() + 1
  if (oldest === 1) return null
  const seq = store.snapshots().findLast(each => oldest <= each + 1)
  const snapshot = seq === undefined ? null : store.snapshot(seq)
  if (seq === undefined || snapshot === null)
    throw new Error(`its log begins with command ${oldest}, and no snapshot of the commands before it can be read`)
  return { seq, core: unpacked(snapshot).core }
}

function* commandsOf(store: Store, after: number): Generator<CoreCommand> {
  for (const { json } of store.rows(after)) {
    const line = readLine(json)
    if (!('note' in line)) yield line.command
  }
}
