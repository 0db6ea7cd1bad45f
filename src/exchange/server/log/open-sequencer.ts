import { type Clock, Timestamp } from '../../../model/time.js'
import type { CoreAnswer, CrowdCommand } from '../../core/command.js'
import type { Core } from '../../core/core.js'
import type { CoreEvent, CoreOrder } from '../../core/core-event.js'
import { SYSTEM_TIMERS, type Timers } from '../timers.js'
import { type Alarm, createAlarm } from './alarm.js'
import { type Copier, createCopier } from './copier.js'
import { type CrowdLog, createCrowdLog, crowdTrade } from './crowd-log.js'
import { createDeferred } from './deferred.js'
import { changesState, type LogEntry, notBefore, postedText, readLine, writeEntry, writeNote } from './log-entry.js'
import { newestSnapshot } from './newest-snapshot.js'
import type { Note } from './note.js'
import { type PostedOrder, writePosted } from './posted-line.js'
import { createPostedShelf, type PostedShelf, shelveOlder } from './posted-shelf.js'
import { loadMemories } from './saved.js'
import { type Sequencer, SequencerClosed, type SequencerOptions } from './sequencer.js'
import { createSnapshotKeeper, type SnapshotKeeper } from './snapshot-keeper.js'
import type { LogRow, Store } from './store.js'
import type { Watcher } from './watcher.js'

/**
 * Loads the newest snapshot of `store`, replays the log after it, and performs what became due meanwhile. Throws when commands are missing from the
 * history.
 */
export const openSequencer = (options: SequencerOptions): Sequencer => new OpenSequencer(options)

const isSeer = (watcher: Watcher): watcher is Watcher & Pick<Required<Watcher>, 'see'> => watcher.see !== undefined

const MINUTE_US = 60_000_000

class OpenSequencer implements Sequencer {
  readonly core: Core
  readonly deferred = createDeferred(() => this.#scheduleFlush())
  readonly #store: Store
  readonly #clock: Clock
  readonly #timers: Timers
  readonly #onFatal: (error: Error) => void
  readonly #watchers: readonly Watcher[]
  /** Watchers that have `see`: it is called far more often than the other hooks. */
  readonly #seers: readonly Pick<Required<Watcher>, 'see'>[]
  readonly #crowd: CrowdLog
  readonly #copier: Copier
  readonly #keeper: SnapshotKeeper
  readonly #alarm: Alarm
  readonly #shelf: PostedShelf
  #last: Timestamp
  #rows: LogRow[] = []
  #writing: Writing | null = null
  #isFlushDue = false
  #failure: Error | null = null
  #minute = 0

  constructor(options: SequencerOptions) {
    this.#store = options.store
    this.#shelf = createPostedShelf(options.store)
    this.#clock = options.clock
    this.#timers = options.timers ?? SYSTEM_TIMERS
    this.#alarm = createAlarm(options.clock, () => this.#wake(), this.#timers)
    this.#onFatal = options.onFatal
    this.#watchers = options.watchers
    this.#seers = options.watchers.filter(isSeer)
    const start = newestSnapshot(options)
    this.core = options.openCore(start?.saved.core)
    for (const watcher of this.#watchers) watcher.open?.(this.core)
    this.#crowd = createCrowdLog(this.core, start?.saved.crowd)
    this.#last = start?.saved.at ?? Timestamp.ZERO
    if (start !== null) loadMemories(options.watchers, start.saved.memories)
    this.#replay(start?.seq ?? 0)
    if (start !== null) shelveOlder(start.saved, this.core, this.#shelf)
    this.#shelf.putAway()
    this.#advance(this.now())
    this.#alarm.set(this.core.nextDue())
    const [core, crowd, shelf] = [this.core, this.#crowd, this.#shelf]
    this.#copier = createCopier({ ...options, core, crowd, shelf, last: () => this.#last })
    this.#keeper = createSnapshotKeeper({ ...options, copier: this.#copier, isQuiet: () => !this.#isFlushDue })
  }

  now(): Timestamp {
    this.#last = Timestamp.max(this.#last, this.#clock.now())
    return this.#last
  }

  take(entry: LogEntry): CoreAnswer {
    this.#enter()
    const timed = notBefore(this.core.now, entry)
    const answer = this.#perform(timed)
    if (changesState(answer)) {
      if (entry.command.kind === 'place') for (const row of this.#crowd.seenBy(entry.command.order)) this.#log({ command: row })
      const signed = postedText(timed)
      this.#log(timed, signed)
      if (answer.kind === 'accepted' && signed !== null) this.#shelf.add(answer.order, signed)
    }
    this.#scheduleFlush()
    return answer
  }

  async apply(entry: LogEntry): Promise<CoreAnswer> {
    const answer = this.take(entry)
    await this.written()
    return answer
  }

  async note(note: Note): Promise<void> {
    this.#enter()
    this.#hear(note)
    this.#rows.push({ at: note.at, json: writeNote(note) })
    this.#scheduleFlush()
    await this.written()
  }

  posted(order: CoreOrder): PostedOrder | null {
    return this.#shelf.of(order)
  }

  play(rows: readonly CrowdCommand[]): void {
    this.#enter()
    for (const row of rows) {
      this.#pass(row.at)
      const logged = this.#crowd.play(row)
      if (logged !== null) this.#log({ command: logged })
      if (row.kind !== 'crowd-print') continue
      const trade = crowdTrade(row, this.#tell())
      if (trade !== null) for (const watcher of this.#watchers) watcher.trade?.(trade)
    }
    this.#tell()
    this.#scheduleFlush()
  }

  written(): Promise<void> | null {
    if (this.#rows.length === 0) return null
    this.#writing ??= openWriting()
    return this.#writing.promise
  }

  copy(): Uint8Array {
    return this.#copier.copy()
  }

  close(): void {
    if (this.#failure === null) this.#flush()
    this.#keeper.close()
    this.#failure ??= new SequencerClosed('the exchange is closed')
    this.#alarm.clear()
    this.#store.close()
  }

  /** Called before each change: throws if the exchange is closed, and runs what was deferred. */
  #enter(): void {
    this.deferred.run()
    if (this.#failure !== null) throw this.#failure
  }

  #replay(after: number): void {
    for (const row of this.#store.rows(after)) {
      const line = readLine(row.json)
      this.#last = Timestamp.max(this.#last, Timestamp.of(row.at))
      if ('note' in line) this.#hear(line.note)
      else {
        const answer = this.#perform(line)
        if (answer.kind === 'accepted' && line.posted !== undefined) this.#shelf.add(answer.order, writePosted(line.posted))
      }
    }
  }

  /** Performs what is due, one time after another, so that watchers see each book as it was then, both live and in a replay. */
  #advance(to: Timestamp): void {
    for (let due = this.core.nextDue(); due !== null && due <= to; due = this.core.nextDue()) {
      this.#pass(due)
      this.core.advance(due)
      this.#tell()
    }
    this.#pass(to)
    this.core.advance(to)
    this.#tell()
  }

  /** Called before anything that happens at a time: tells watchers about minutes that have passed. */
  #pass(to: Timestamp): void {
    const minute = Math.floor(to / MINUTE_US)
    if (minute === this.#minute) return
    this.#minute = minute
    for (const watcher of this.#watchers) watcher.minute?.()
  }

  #hear(note: Note): void {
    this.#advance(note.at)
    for (const watcher of this.#watchers) watcher.hear?.(note)
  }

  #perform(entry: LogEntry): CoreAnswer {
    this.#advance(entry.command.at)
    const answer = this.core.apply(entry.command)
    if (answer.kind !== 'refused') for (const watcher of this.#watchers) watcher.enter?.(entry)
    this.#tell()
    return answer
  }

  #log(entry: LogEntry, signed: string | null = null): void {
    this.#rows.push({ at: entry.command.at, json: writeEntry(entry, signed) })
  }

  #tell(): readonly CoreEvent[] {
    const events = this.core.drain()
    for (const event of events) for (const watcher of this.#seers) watcher.see(event)
    return events
  }

  #scheduleFlush(): void {
    if (this.#isFlushDue) return
    this.#isFlushDue = true
    this.#timers.soon(() => this.#flush())
  }

  #flush(): void {
    this.deferred.run()
    this.#isFlushDue = false
    if (this.#failure !== null) return
    const rows = this.#rows
    const writing = this.#writing
    this.#rows = []
    this.#writing = null
    try {
      if (rows.length > 0) this.#store.append(rows)
    } catch (cause) {
      this.#fail(new SequencerClosed('the exchange could not write its log', { cause }), writing)
      return
    }
    writing?.resolve()
    for (const watcher of this.#watchers) watcher.release?.()
    this.#alarm.set(this.core.nextDue())
    this.#keeper.wrote(rows.length)
    if (this.#shelf.isFull) this.#relieveShelf()
  }

  #relieveShelf(): void {
    try {
      this.#shelf.putAway()
    } catch (cause) {
      this.#fail(new SequencerClosed('the exchange could not store the signed orders', { cause }), null)
    }
  }

  #fail(error: Error, writing: Writing | null): void {
    this.#failure = error
    this.#keeper.abandon()
    this.#alarm.clear()
    writing?.reject(error)
    this.#onFatal(error)
  }

  #wake(): void {
    this.#advance(this.now())
    this.#flush()
  }
}

/** A commit that has not happened yet, with one promise for all that wait for it. */
interface Writing {
  readonly promise: Promise<void>
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

const openWriting = (): Writing => {
  let settle: Pick<Writing, 'resolve' | 'reject'> | undefined
  const promise = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject }
  })
  return { promise, ...settle! }
}
