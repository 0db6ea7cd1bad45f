import { packEvents } from '../src/model/columns.js'
import type { EventColumns } from '../src/model/event.js'
import type { Latency } from '../src/model/fill-model.js'
import type { Chunk } from '../src/recording/columns/recording.js'
import { NEVER } from './never.js'

/** The rows of one batch. */
interface FeedRows {
  events: EventColumns
  from: number
  to: number
}

const NOTHING = packEvents([])

/** The feed's batches on their way to us: first in, first out, so a delayed batch delays those after it. Delivered batches are dropped. */
export class FeedLine {
  /** When the next batch reaches us; `NEVER` if none is known. */
  dueAt: number = NEVER
  readonly #latency: Latency
  /** Chunks after the current one. */
  readonly #chunks: Chunk[] = []
  #events: EventColumns = NOTHING
  #ends: Chunk['batchEnds'] = new Uint32Array()
  /** The next batch, and its rows. */
  #batch = 0
  #from = 0
  #to = 0
  #lastDue = 0

  constructor(latency: Latency) {
    this.#latency = latency
  }

  add(chunk: Chunk): void {
    this.#chunks.push(chunk)
    if (this.dueAt === NEVER) this.#open()
  }

  /** Writes the rows of the due batch. Throws a RangeError if there is none. */
  take(into: FeedRows): void {
    if (this.dueAt === NEVER) throw new RangeError('expected a batch on its way, found none')
    into.events = this.#events
    into.from = this.#from
    into.to = this.#from = this.#to
    this.#batch++
    if (this.#batch < this.#ends.length) this.#aim()
    else this.#open()
  }

  #aim(): void {
    this.#to = this.#ends[this.#batch]!
    const received = this.#events.receivedAt[this.#to - 1]!
    const due = received + this.#latency.feed(received)
    if (due > this.#lastDue) this.#lastDue = due
    this.dueAt = this.#lastDue
  }

  /** Moves to the next chunk that has a batch. */
  #open(): void {
    this.#batch = this.#from = 0
    for (let chunk = this.#chunks.shift(); chunk !== undefined; chunk = this.#chunks.shift()) {
      this.#events = chunk.events
      this.#ends = chunk.batchEnds
      if (this.#ends.length > 0) return this.#aim()
    }
    this.#events = NOTHING
    this.#ends = new Uint32Array()
    this.dueAt = NEVER
  }
}
