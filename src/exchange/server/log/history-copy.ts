import { withoutSigned } from './log-entry.js'
import { linesBehind, openStore, type Store } from './store.js'

/** Where a copy of an exchange's history is kept, and its size. */
export interface HistoryOptions {
  /** A folder, created where missing. */
  readonly folder: string
  /** The wallet whose orders a reader will ask for, a lower-case address. */
  readonly wallet: string
  /** At this size the older half is deleted, as soon as a snapshot covers it. */
  readonly bytesMax: number
}

/** A store that also writes to a copy once `keepHistory` was called. */
export interface CopiedStore {
  /** To be used instead of the given store. */
  readonly store: Store
  /**
   * Copies the history into a folder, from the newest snapshot that existed when the exchange opened, so that everything since is in the copy.
   * Never throws: an error is logged, and the copy ends there or is missing.
   */
  readonly keepHistory: (options: HistoryOptions) => void
}

type Log = (text: string, fields?: Readonly<Record<string, unknown>>) => void

/** Makes a store copyable. Call it before anything is appended to the store. */
export const copiedStore = (store: Store, log: Log): CopiedStore => {
  const openedAt = store.newest()
  let copy: HistoryCopy | null = null
  const end = (): void => {
    copy?.close()
    copy = null
  }
  const attempt = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      end()
      log('the history of this run ends here because it could not be written; a calibration will miss what follows', {
        error: String(error),
      })
    }
  }
  return {
    store: {
      ...store,
      append: rows => {
        store.append(rows)
        attempt(() => copy?.follow())
      },
      close: () => {
        attempt(() => {
          while (copy?.isBehind() === true) copy.follow()
        })
        end()
        store.close()
      },
    },
    keepHistory: options => {
      end()
      attempt(() => {
        copy = beginCopy(store, openedAt, options)
      })
      catchUp()
    },
  }

  /** After a kill there may be many commands without a snapshot: they are copied in steps between requests. */
  function catchUp(): void {
    attempt(() => copy?.follow())
    if (copy?.isBehind() === true) setImmediate(catchUp)
  }
}

/** Rows copied at once: a few milliseconds, even where each holds hundreds of commands. */
const ROWS = 24

interface HistoryCopy {
  /** Copies the next rows that the store has. */
  follow(): void
  isBehind(): boolean
  close(): void
}

function beginCopy(store: Store, openedAt: number, { folder, wallet, bytesMax }: HistoryOptions): HistoryCopy {
  const start = store.snapshots().find(seq => seq <= openedAt) ?? 0
  const oldest = store.oldest() ?? store.newest() + 1
  if (oldest > start + 1)
    throw new Error(`the log begins with command ${oldest}, and no snapshot covers the commands before it`)
  write(store, { folder, wallet, start })
  // Opened again after `write`, because a store numbers its commands from the snapshot that it found when it was opened.
  const copy = openStore(folder)
  const bound = boundOf(store, copy, bytesMax)
  return {
    follow: () => {
      for (const row of store.written(copy.newest(), ROWS)) {
        // Signed forms are not needed in a history, and take most of the space.
        copy.append([...linesBehind(row, copy.newest())].map(({ at, json }) => ({ at, json: withoutSigned(json) })))
      }
      bound()
    },
    isBehind: () => copy.newest() < store.newest(),
    close: () => copy.close(),
  }
}

/** Writes the snapshot, rules and wallet with which the copy begins. */
function write(store: Store, { folder, wallet, start }: { folder: string; wallet: string; start: number }): void {
  const begun = openStore(folder)
  try {
    begun.write('rules', store.read('rules') ?? '')
    begun.write('wallet', wallet)
    const snapshot = start === 0 ? null : store.snapshot(start)
    if (snapshot !== null) begun.keep(snapshot)
  } finally {
    begun.close()
  }
}

/** Commands between two checks of a copy's size. */
const LOOK_EVERY = 1_000
/** Commands deleted at once: less than a millisecond. */
const PORTION = 500

/**
 * Keeps a copy within its size. At half the size a snapshot of the exchange is kept as a mark. When the copy is full, everything before the mark is
 * deleted in portions, so the copy always keeps at least half of its allowed size.
 */
function boundOf(store: Store, copy: Store, bytesMax: number): () => void {
  let lookAt = copy.newest()
  let mark: number | null = null
  let isForgetting = false
  return () => {
    if (isForgetting && mark !== null) {
      if (copy.forget(mark, PORTION)) return
      isForgetting = false
      mark = null
    }
    if (copy.newest() < lookAt) return
    lookAt = copy.newest() + LOOK_EVERY
    const bytes = copy.bytes()
    if (mark === null && bytes > bytesMax / 2) mark = keepMark(store, copy)
    isForgetting = mark !== null && bytes > bytesMax
  }
}

/** Copies the newest snapshot. Returns its number; `null`: the copy already has it. */
function keepMark(store: Store, copy: Store): number | null {
  const seq = store.snapshots().find(each => each <= copy.newest())
  if (seq === undefined || seq <= (copy.snapshots()[0] ?? 0)) return null
  const snapshot = store.snapshot(seq)
  if (snapshot === null) return null
  copy.keep(snapshot)
  return seq
}
