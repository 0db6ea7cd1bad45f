/** The destination of lines. It gets the next bytes only after it has taken or refused the previous ones. */
export interface Sink {
  /** Resolves once the bytes have left this process; rejects if they cannot be written. */
  write(bytes: Buffer): Promise<void>
  /** At the end of the process: writes as much as it can without waiting. */
  writeNow(bytes: Buffer): void
  /** True once the reader has closed its end, so that nothing can be written any more. */
  readonly isOver: boolean
  /** The most bytes in one write, which contains whole lines only. */
  readonly groupMax: number
}

/** Accepts lines at once and writes them when their destination can take them. Lines that do not fit are dropped and counted. */
export interface BoundedWriter {
  /** Never waits. A line ends with a newline. */
  write(line: string): void
  /** Number of lines dropped so far. */
  readonly dropped: number
}

export interface BoundedWriterOptions {
  readonly sink: Sink
  /** The line that reports how many lines were dropped, written once writing works again. */
  readonly lossLine: (count: number) => string
  /** The most bytes that may wait. */
  readonly bytesMax?: number
}

const BYTES_MAX = 1024 * 1024
/** Time until the next attempt after a failed write, such as on a full disk, in ms. */
const RETRY_MS = 1_000
const FLUSH_MS = 500

/** Creates a writer, which `flushWriters` flushes too. */
export function createBoundedWriter(options: BoundedWriterOptions): BoundedWriter {
  const writer = new QueuedWriter(options)
  if (writers.size === 0) process.once('exit', writeRest)
  writers.add(writer)
  return writer
}

/** Resolves once every writer has written everything, or after 500 ms. */
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
      // Only when the queue is empty: otherwise a slow reader would get a report after each line.
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

  /** Whole lines from the front of the queue: as many as fit into one write, and at least one. */
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
