import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { constants, createGzip } from 'node:zlib'
import { toJson } from '../../model/plain.js'
import { partFile } from './log-parts.js'
import type { LogMore, LogRecord } from './log-record.js'
import type { LogAnswer, LogPost, LogTask } from './write-input-log.js'

/** How often compressed data is flushed to the file; a killed run loses at most this much. */
const FLUSH_MS = 500

/** The thread of an input log: turns records into lines, compresses them and writes the parts. */
class PartsWriter {
  readonly #task: LogTask
  #number = 1
  #part: Part
  #isFull = false

  constructor(task: LogTask) {
    this.#task = task
    this.#part = new Part(task.file)
  }

  async take({ records, next, isLast }: LogPost): Promise<void> {
    await this.#part.write(records.map(lineOf).join(''))
    tell({ written: records.length })
    if (isLast) {
      await this.#part.end()
      return tell({ closed: true })
    }
    if (next !== null) await this.#goOn(next)
    else if (!this.#isFull && this.#mustEnd()) {
      this.#isFull = true
      tell({ full: this.#number })
    }
  }

  /** The previous part is complete on disk before the next one begins, so a kill can only cut the last one. */
  async #goOn(header: LogRecord): Promise<void> {
    const { file, partsMax } = this.#task
    this.#number++
    await this.#part.write(lineOf({ kind: 'more', part: this.#number }))
    await this.#part.end()
    this.#part = new Part(partFile(file, this.#number))
    this.#isFull = false
    await this.#part.write(lineOf(header))
    if (partsMax !== null && this.#number > partsMax) await rm(partFile(file, this.#number - partsMax), { force: true })
  }

  #mustEnd(): boolean {
    const { partMaxBytes, partMaxMs } = this.#task
    return this.#part.bytes >= partMaxBytes || performance.now() - this.#part.openedAt >= partMaxMs
  }
}

class Part {
  readonly openedAt = performance.now()
  readonly #gzip = createGzip()
  readonly #out
  readonly #timer
  #isStale = false
  #isBegun = false

  constructor(file: string) {
    this.#out = this.#gzip.pipe(createWriteStream(file, { mode: 0o600 }))
    // Thrown here, it reaches the run as the thread's `error` event.
    this.#out.on('error', error => {
      throw error
    })
    this.#timer = setInterval(() => {
      if (!this.#isStale) return
      this.#isStale = false
      this.#gzip.flush(constants.Z_SYNC_FLUSH)
    }, FLUSH_MS)
  }

  get bytes(): number {
    return this.#out.bytesWritten
  }

  async write(text: string): Promise<void> {
    this.#isStale = true
    await new Promise<void>(resolve => {
      this.#gzip.write(text, () => resolve())
    })
    if (this.#isBegun) return
    // A part without its header cannot be read, so the header is flushed at once.
    this.#isBegun = true
    this.#gzip.flush(constants.Z_SYNC_FLUSH)
  }

  async end(): Promise<void> {
    clearInterval(this.#timer)
    this.#gzip.end()
    await once(this.#out, 'close')
  }
}

/** A frame is written as it is; every other record has its kind first. */
const lineOf = (record: LogRecord | LogMore): string => `${toJson(record.kind === 'frame' ? record.frame : record)}\n`

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread's port has no origin.
const tell = (answer: LogAnswer): void => parentPort?.postMessage(answer)

const writer = new PartsWriter(workerData as LogTask)
let work = Promise.resolve()
parentPort?.on('message', (post: LogPost) => {
  work = work.then(() => writer.take(post))
})
