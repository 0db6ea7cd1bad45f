import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Copier } from './copier.js'
import type { Remaking } from './remake.js'
import { type ExchangeSnapshot, packed, packedNow } from './snapshot.js'
import type { Store } from './store.js'

export interface KeeperOptions {
  readonly store: Store
  /** Called only while no command is uncommitted. */
  readonly copier: Copier
  /** Whether no request is being processed. */
  readonly isQuiet: () => boolean
  /** Commands between two snapshots. After twice as many one is taken even while requests wait. Default `SNAPSHOT_EVERY`. */
  readonly snapshotEvery?: number | undefined
  /** Keeps the whole log, so that all of it can be replayed. Default false. */
  readonly keepsLog?: boolean | undefined
  readonly log: (text: string, fields?: Readonly<Record<string, unknown>>) => void
}

/** Decides when snapshots are taken, and deletes commands that two snapshots cover. */
export interface SnapshotKeeper {
  /** Called when `rows` more commands are on disk and no commit is open. */
  wrote(rows: number): void
  /** Takes a last snapshot, unless the newest one is complete. */
  close(): void
  /** Called when memory and disk no longer agree: no snapshot may be kept. */
  abandon(): void
}

/** Default number of commands between two snapshots. A start replays at most twice as many, in about two seconds. */
export const SNAPSHOT_EVERY = 50_000

/** Rows deleted at once: a few milliseconds. */
const PORTION = 2_000
const PORTION_EVERY_MS = 50

/** Starts with the log as it is. */
export const createSnapshotKeeper = (options: KeeperOptions): SnapshotKeeper => new OpenKeeper(options)

class OpenKeeper implements SnapshotKeeper {
  readonly #options: KeeperOptions
  readonly #every: number
  /** Commands since a snapshot was last taken or tried. */
  #since: number
  #isTaking = false
  #isOver = false
  #timer: NodeJS.Timeout | null = null
  #remaking: Remaking | null = null

  constructor(options: KeeperOptions) {
    this.#options = options
    this.#every = options.snapshotEvery ?? SNAPSHOT_EVERY
    this.#since = this.#unsaved()
    // The replay may have been long, and an earlier run may have left old commands: handle both once the exchange runs.
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
    const { store, copier } = this.#options
    if (this.#isOver) return
    this.abandon()
    if (!store.isKept || this.#unsaved() === 0) return
    try {
      store.keep(packedNow(store.newest(), copier.copy()))
    } catch (error) {
      this.#tell(error)
    }
  }

  abandon(): void {
    this.#isOver = true
    this.#remaking?.cancel()
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  #unsaved(): number {
    const { store } = this.#options
    return store.newest() - (store.snapshots()[0] ?? 0)
  }

  /** A snapshot is of one moment; what happens while it is made goes into the log after it. */
  async #take(): Promise<void> {
    this.#isTaking = true
    this.#since = 0
    try {
      await this.#keep(await this.#made())
      if (!this.#isOver) this.#forgetLater()
    } catch (error) {
      if (!this.#isOver) this.#tell(error)
      await this.#sweep()
    } finally {
      this.#isTaking = false
      this.wrote(0)
    }
  }

  /** Made in a thread if possible: then it is made from the disk, and no request waits for it. */
  async #made(): Promise<ExchangeSnapshot> {
    const { store, copier, log } = this.#options
    this.#remaking = copier.remake()
    try {
      if (this.#remaking !== null) return await this.#remaking.snapshot
    } catch (error) {
      if (!this.#isOver)
        log('a snapshot could not be made in a thread and is copied in one piece instead', { error: String(error) })
    } finally {
      this.#remaking = null
    }
    if (this.#isOver) throw new Error('the exchange is closed')
    return packed(store.newest(), copier.copy())
  }

  /** Part by part, so that no request waits long. The snapshot becomes valid with its last part. */
  async #keep({ seq, checksum, parts }: ExchangeSnapshot): Promise<void> {
    const { store } = this.#options
    // Parts of a snapshot that an earlier run began and never finished.
    await this.#sweep()
    for (const [place, bytes] of parts.entries()) {
      if (this.#isOver) return
      store.keepPart(seq, place, bytes)
      await nextTurn()
    }
    if (this.#isOver) return
    store.finish(seq, checksum)
    await this.#sweep()
  }

  async #sweep(): Promise<void> {
    while (!this.#isOver && this.#options.store.sweep()) await nextTurn()
  }

  #tell(error: unknown): void {
    this.#options.log('a snapshot could not be stored; the log continues without it', { error: String(error) })
  }

  /** Deletes the commands that the last but one snapshot covers, a few at a time. */
  #forgetLater(): void {
    const { store, keepsLog, log } = this.#options
    const until = store.snapshots()[1]
    if (this.#timer !== null || until === undefined || keepsLog === true) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      try {
        if (store.forget(until, PORTION)) this.#forgetLater()
      } catch (error) {
        log('old commands could not be deleted', { error: String(error) })
      }
    }, PORTION_EVERY_MS).unref()
  }

  /** A store in memory is never started from, so its log is not needed. */
  #forgetAll(): void {
    const { store, keepsLog } = this.#options
    this.#since = 0
    if (keepsLog !== true) store.forget(store.newest(), store.newest())
  }
}
