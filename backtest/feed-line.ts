import type { EventColumns } from '../src/model/event.js'
import type { Latency } from '../src/model/fill-model.js'
import { Timestamp } from '../src/model/time.js'
import type { Chunk } from '../src/recording/recording.js'
import { NEVER } from './never.js'

/** The rows of one batch. */
interface FeedRows {
  events: EventColumns
  from: number
  to: number
}

/** The feed's batches on their way to us: one line, so a batch that is held up holds up those behind it. Forgets what it has brought. */
export class FeedLine {
  /** When the next batch reaches us; `NEVER` where none is known. */
  dueAt: number = NEVER
  readonly #latency: Latency
  readonly #chunks: Chunk[] = []
  #batch = 0
  #lastDue = 0

  constructor(latency: Latency) {
    this.#latency = latency
  }

  add(chunk: Chunk): void {
    this.#chunks.push(chunk)
    if (this.dueAt === NEVER) this.#aim()
  }

  /** Writes the rows of the batch that is due. Throws a RangeError where there is none. */
  take(into: FeedRows): void {
    const chunk = this.#chunks[0]
    if (chunk === undefined) throw new RangeError('expected a batch on its way, found none')
    into.events = chunk.events
    into.from = this.#batch === 0 ? 0 : chunk.batchEnds[this.#batch - 1]!
    into.to = chunk.batchEnds[this.#batch]!
    this.#batch++
    this.#aim()
  }

  #aim(): void {
    for (let chunk = this.#chunks[0]; chunk !== undefined; chunk = this.#chunks[0]) {
      const end = chunk.batchEnds[this.#batch]
      if (end !== undefined) {
        const received = chunk.events.receivedAt[end - 1] ?? Timestamp.ZERO
        this.#lastDue = Math.max(this.#lastDue, received + this.#latency.feed(received))
        this.dueAt = this.#lastDue
        return
      }
      this.#chunks.shift()
      this.#batch = 0
    }
    this.dueAt = NEVER
  }
}
