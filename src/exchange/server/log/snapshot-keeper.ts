import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Copier } from './copier.js'
import type { Remaking } from './remake.js'
import { packed, packedNow, type Snapshot } from './snapshot.js'
import type { Store } from './store.js'

export interface KeeperOptions {
  readonly store: Store
  /** Only asked where nothing is open. */
  readonly copier: Copier
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

/** Commands between two snapshots. Twice as many are the longest tail that a start replays; they take about two seconds. */
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
  #remaking: Remaking | null = null

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

  /** The snapshot is of one moment; what happens while it is made goes into the log behind it. */
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

  /** In a thread where that can be: then the copy is made of what the disk has, and nobody waits for it. */
  async #made(): Promise<Snapshot> {
    const { store, copier, log } = this.#options
    this.#remaking = copier.remake()
    try {
      if (this.#remaking !== null) return await this.#remaking.snapshot
    } catch (error) {
      if (!this.#isOver) log('a snapshot could not be made in a thread, it is copied at once', { error: String(error) })
    } finally {
      this.#remaking = null
    }
    if (this.#isOver) throw new Error('the exchange is closed')
    return packed(store.newest(), copier.copy())
  }

  /** Part by part, so that nobody waits long; nothing of it counts before the last. */
  async #keep({ seq, checksum, parts }: Snapshot): Promise<void> {
    const { store } = this.#options
    // What an earlier run began and never finished.
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
