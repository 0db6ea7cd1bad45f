import { packed, packedNow } from './snapshot.js'
import type { Store } from './store.js'

export interface KeeperOptions {
  readonly store: Store
  /** Copies all that the exchange is now; only asked where nothing is open. */
  readonly copy: () => Uint8Array
  /** Nobody is waiting, as far as one can see. */
  readonly isQuiet: () => boolean
  /** Commands between two snapshots; at the latest after twice as many one is taken whoever waits. Default `SNAPSHOT_EVERY`. */
  readonly snapshotEvery?: number | undefined
  /** Lets the log grow for ever, for who wants to replay all of it. Default false. */
  readonly keepsLog?: boolean | undefined
  readonly log: (text: string, fields?: Readonly<Record<string, unknown>>) => void
}

/** Decides when snapshots are taken, and forgets the commands that two of them stand for. */
export interface SnapshotKeeper {
  /** So many more commands are on disk, and nothing is open. */
  wrote(rows: number): void
  /** Takes a last snapshot of what the newest one does not hold. */
  close(): void
  /** Memory and disk no longer agree: nothing of it may be kept. */
  abandon(): void
}

/**
 * Commands between two snapshots. Twice as many are the longest tail that a start replays; they take about two seconds. A snapshot of 100,000
 * open orders stalls the exchange for about 0.6 s while it is copied (packing happens beside it, and writing takes some ten milliseconds),
 * so it should not come often.
 */
export const SNAPSHOT_EVERY = 50_000

/** Rows that are forgotten in one go: a few milliseconds. */
const PORTION = 2_000
const PORTION_EVERY_MS = 50

/** A keeper that begins with the log as it stands. */
export const createSnapshotKeeper = (options: KeeperOptions): SnapshotKeeper => new OpenKeeper(options)

class OpenKeeper implements SnapshotKeeper {
  readonly #options: KeeperOptions
  readonly #every: number
  /** Commands since a snapshot was last taken, or tried. */
  #since: number
  #isTaking = false
  #isOver = false
  #timer: NodeJS.Timeout | null = null

  constructor(options: KeeperOptions) {
    this.#options = options
    this.#every = options.snapshotEvery ?? SNAPSHOT_EVERY
    this.#since = this.#unsaved()
    // A long tail was replayed, or an earlier run left old commands: both are done once the exchange is up.
    setImmediate(() => this.wrote(0))
    this.#forgetLater()
  }

  wrote(rows: number): void {
    this.#since += rows
    if (this.#isOver || this.#isTaking || this.#since < this.#every) return
    if (!this.#options.store.isKept) this.#forgetAll()
    else if (this.#since >= 2 * this.#every) void this.#take()
    else
      setImmediate(() => {
        if (!this.#isOver && !this.#isTaking && this.#options.isQuiet()) void this.#take()
      })
  }

  close(): void {
    const { store, copy } = this.#options
    if (this.#isOver) return
    this.abandon()
    if (!store.isKept || this.#unsaved() === 0) return
    try {
      store.keep(packedNow(store.newest(), copy()))
    } catch (error) {
      this.#tell(error)
    }
  }

  abandon(): void {
    this.#isOver = true
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  #unsaved(): number {
    const { store } = this.#options
    return store.newest() - (store.snapshots()[0] ?? 0)
  }

  /** The copy is of one moment; what happens while it is packed goes into the log behind it. */
  async #take(): Promise<void> {
    const { store, copy } = this.#options
    this.#isTaking = true
    this.#since = 0
    try {
      const snapshot = await packed(store.newest(), copy())
      if (this.#isOver) return
      store.keep(snapshot)
      this.#forgetLater()
    } catch (error) {
      this.#tell(error)
    } finally {
      this.#isTaking = false
      this.wrote(0)
    }
  }

  #tell(error: unknown): void {
    this.#options.log('a snapshot could not be kept, the log goes on without it', { error: String(error) })
  }

  /** Commands up to the last but one snapshot, a few at a time. */
  #forgetLater(): void {
    const { store, keepsLog, log } = this.#options
    const until = store.snapshots()[1]
    if (this.#timer !== null || until === undefined || keepsLog === true) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      try {
        if (store.forget(until, PORTION)) this.#forgetLater()
      } catch (error) {
        log('old commands could not be forgotten', { error: String(error) })
      }
    }, PORTION_EVERY_MS).unref()
  }

  /** Nobody will ever start from this store. */
  #forgetAll(): void {
    const { store, keepsLog } = this.#options
    this.#since = 0
    if (keepsLog !== true) store.forget(store.newest(), store.newest())
  }
}
