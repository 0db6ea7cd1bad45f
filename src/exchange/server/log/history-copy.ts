import { withoutSigned } from './log-entry.js'
import { linesBehind, openStore, type Store } from './store.js'

/** Where a copy of an exchange's history is kept, and how much of it. */
export interface HistoryOptions {
  /** A folder, made where missing. */
  readonly folder: string
  /** Whose orders a reader will ask for, a lower-case address. */
  readonly wallet: string
  /** Beyond this the older half goes, as soon as a snapshot stands for it. */
  readonly bytesMax: number
}

/** A store that also writes into a copy, once it was told where. */
export interface CopiedStore {
  /** To be used instead of the one that was handed in. */
  readonly store: Store
  /**
   * Copies the history into a folder, from the newest snapshot that was there when the exchange opened: whatever happened since is in the copy.
   * It never throws: what goes wrong is told to the log, and there is no copy then, or one that ends there.
   */
  readonly keepHistory: (options: HistoryOptions) => void
}

type Log = (text: string, fields?: Readonly<Record<string, unknown>>) => void

/** Makes a store copyable. To be called before anything is appended to it. */
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
      log('the history of this run is not kept any further, so a calibration will miss what follows', { error: String(error) })
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

  /** Behind a kill there may be many commands without a snapshot: they are copied between the requests. */
  function catchUp(): void {
    attempt(() => copy?.follow())
    if (copy?.isBehind() === true) setImmediate(catchUp)
  }
}

/** Rows that are copied in one go: a few milliseconds, even where each holds hundreds of commands. */
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
  if (oldest > start + 1) throw new Error(`the log begins with command ${oldest}, and no snapshot stands for what was before`)
  write(store, { folder, wallet, start })
  // Opened once more: a store numbers its commands from the snapshot that it found when it was opened.
  const copy = openStore(folder)
  const bound = boundOf(store, copy, bytesMax)
  return {
    follow: () => {
      for (const row of store.written(copy.newest(), ROWS)) {
        // What was signed is asked for by none who reads a history, and takes most of the room.
        copy.append([...linesBehind(row, copy.newest())].map(({ at, json }) => ({ at, json: withoutSigned(json) })))
      }
      bound()
    },
    isBehind: () => copy.newest() < store.newest(),
    close: () => copy.close(),
  }
}

/** Writes what the copy begins with. */
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

/** Commands between two looks at the size of a copy. */
const LOOK_EVERY = 1_000
/** Commands that are forgotten in one go: less than a millisecond. */
const PORTION = 500

/**
 * Keeps a copy at its size. At half of it a snapshot of the exchange is kept as a mark, and when it is full all that is older than the mark goes, a
 * portion at a time. So a reader has half of what is allowed at the least.
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

/** Its number; null: there is no newer one than those that the copy has. */
function keepMark(store: Store, copy: Store): number | null {
  const seq = store.snapshots().find(each => each <= copy.newest())
  if (seq === undefined || seq <= (copy.snapshots()[0] ?? 0)) return null
  const snapshot = store.snapshot(seq)
  if (snapshot === null) return null
  copy.keep(snapshot)
  return seq
}
