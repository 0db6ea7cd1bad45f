/** Where lines go in the end. It is given the next bytes only when it has taken the last ones, or has refused them. */
export interface Sink {
  /** Resolves once the bytes are out of this process's hands; rejects where they cannot be written. */
  write(bytes: Buffer): Promise<void>
  /** What is left when the process ends: writes what can be written at once. */
  writeNow(bytes: Buffer): void
  /** True once nothing can ever be written any more, because the reader has closed its end. */
  readonly isOver: boolean
  /** The most bytes of whole lines in one write. */
  readonly groupMax: number
}

/** Takes lines at once and writes them when their sink takes them. What does not fit is dropped and counted. */
export interface BoundedWriter {
  /** Never waits. A line ends with a newline. */
  write(line: string): void
  /** Lines that were dropped so far. */
  readonly dropped: number
}

export interface BoundedWriterOptions {
  readonly sink: Sink
  /** The line that says how many lines were dropped, written once writing works again. */
  readonly lossLine: (count: number) => string
  /** Bytes that may wait. */
  readonly bytesMax?: number
}

const BYTES_MAX = 1024 * 1024
/** After a failed write, such as on a full disk, the next attempt comes this many ms later. */
const RETRY_MS = 1_000
const FLUSH_MS = 500

/** Makes a writer, which is flushed by `flushWriters` too. */
export function createBoundedWriter(options: BoundedWriterOptions): BoundedWriter {
  const writer = new QueuedWriter(options)
  if (writers.size === 0) process.once('exit', writeRest)
  writers.add(writer)
  return writer
}

/** Resolves once every writer has written all it was given, after 500 ms at the latest. */
export async function flushWriters(): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>(resolve => {
    timer = setTimeout(resolve, FLUSH_MS)
  })
  await Promise.race([late, Promise.all([...writers].map(writer => writer.idle()))])
  clearTimeout(timer)
}

const writers = new Set<QueuedWriter>()

function writeRest(): void {
  for (const writer of writers) writer.writeRest()
}

class QueuedWriter implements BoundedWriter {
  dropped = 0
  readonly #sink: Sink
  readonly #lossLine: (count: number) => string
  readonly #bytesMax: number
  #lines: Buffer[] = []
  #waiting = 0
  #unsaid = 0
  #isBusy = false
  #idle: (() => void)[] = []

  constructor({ sink, lossLine, bytesMax }: BoundedWriterOptions) {
    this.#sink = sink
    this.#lossLine = lossLine
    this.#bytesMax = bytesMax ?? BYTES_MAX
  }

  write(text: string): void {
    const line = Buffer.from(text)
    if (this.#waiting + line.length > this.#bytesMax || this.#sink.isOver) return this.#drop(1)
    this.#add(line)
    if (!this.#isBusy) void this.#pump()
  }

  idle(): Promise<void> {
    if (!this.#isBusy) return Promise.resolve()
    return new Promise(resolve => this.#idle.push(resolve))
  }

  writeRest(): void {
    if (this.#lines.length > 0 && !this.#sink.isOver) this.#sink.writeNow(Buffer.concat(this.#lines))
    this.#lines = []
  }

  #add(line: Buffer): void {
    this.#lines.push(line)
    this.#waiting += line.length
  }

  #drop(count: number): void {
    this.dropped += count
    this.#unsaid += count
  }

  async #pump(): Promise<void> {
    this.#isBusy = true
    while (this.#lines.length > 0 && !this.#sink.isOver) {
      const group = this.#take()
      try {
        await this.#sink.write(Buffer.concat(group))
      } catch {
        this.#drop(group.length)
        if (!this.#sink.isOver) await new Promise(resolve => setTimeout(resolve, RETRY_MS).unref())
        continue
      }
      // Only when the queue is empty: a reader that lags for long shall not read of it after each line.
      if (this.#lines.length === 0 && this.#unsaid > 0) this.#say()
    }
    if (this.#lines.length > 0) this.#drop(this.#take(Number.POSITIVE_INFINITY).length)
    this.#isBusy = false
    for (const tell of this.#idle.splice(0)) tell()
  }

  #say(): void {
    const line = Buffer.from(this.#lossLine(this.#unsaid))
    this.#unsaid = 0
    this.#add(line)
  }

  /** Whole lines from the front, as many as go into one write and at least one. */
  #take(bytesMax = this.#sink.groupMax): readonly Buffer[] {
    let bytes = 0
    const end = this.#lines.findIndex(({ length }, index) => {
      bytes += length
      return bytes > bytesMax && index > 0
    })
    const group = this.#lines.splice(0, end < 0 ? this.#lines.length : end)
    for (const { length } of group) this.#waiting -= length
    return group
  }
}
