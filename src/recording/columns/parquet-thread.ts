import { startThread } from '../../threads/start-thread.js'
import type { FileReader, FileReaderOptions } from './file-reader.js'
import type { ParquetFile } from './parquet-manifest.js'
import type { Chunk } from './recording.js'
import { RecordingError } from './recording-error.js'

/** A message to a thread: read a file, which is answered, or end. */
export type ReadOrder = { readonly from: FileReaderOptions; readonly file: ParquetFile } | 'end'

/** A thread's answer: the rows of a file, or why it failed. */
export type ReadAnswer = { readonly chunk: Chunk } | { readonly why: string }

/** Whether a thread owes an answer: a number that both sides see. */
export const Work = { NONE: 0, ASKED: 1 } as const

/** Kept for the next recording: starting a thread takes as long as reading a hundred thousand rows. */
let idle: ReadThread | null = null

const threads = new Set<ReadThread>()

/** The end of a process that cuts off a call of DuckDB in another thread is an abort. A file takes a tenth of a second. */
const EXIT_WAIT_MS = 2_000
const waitForThreads = (): void => {
  for (const thread of threads) thread.waitForAnswer(EXIT_WAIT_MS)
}

/** A reader in a thread of its own, whose arrays come here without a copy. The thread that replays does nothing for a row. */
export async function openOnThread(from: FileReaderOptions): Promise<FileReader> {
  const thread = idle ?? new ReadThread()
  idle = null
  return {
    read: file => thread.read(from, file),
    close: async () => {
      if (idle === null && thread.works) idle = thread
      else thread.end()
    },
  }
}

/** A thread that reads files. It keeps the process alive only while it owes an answer. */
class ReadThread {
  readonly #work = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  readonly #worker = startThread('recording/columns/parquet-worker', this.#work)
  #failure: RecordingError | null = null
  #answered: (answer: ReadAnswer) => void = () => undefined

  constructor() {
    this.#worker.on('message', (answer: ReadAnswer) => this.#answered(answer))
    this.#worker.on('error', error => this.#fail(error.message))
    this.#worker.on('exit', code => this.#fail(`it ended with code ${code}`))
    this.#worker.unref()
    if (threads.size === 0) process.once('exit', waitForThreads)
    threads.add(this)
  }

  /** False: it has failed. */
  get works(): boolean {
    return this.#failure === null
  }

  /** Rejects with a `RecordingError`. One file at a time. */
  async read(from: FileReaderOptions, file: ParquetFile): Promise<Chunk> {
    if (this.#failure !== null) throw this.#failure
    const answer = await new Promise<ReadAnswer>(resolve => {
      this.#answered = resolve
      this.#worker.ref()
      Atomics.store(this.#work, 0, Work.ASKED)
      this.#tell({ from, file })
    })
    this.#worker.unref()
    if ('why' in answer) throw new RecordingError(answer.why)
    return answer.chunk
  }

  end(): void {
    this.#tell('end')
    this.#forget()
  }

  /** Blocks this thread until the other one has answered. */
  waitForAnswer(mostMs: number): void {
    Atomics.wait(this.#work, 0, Work.ASKED, mostMs)
  }

  #tell(order: ReadOrder): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
    this.#worker.postMessage(order)
  }

  #fail(why: string): void {
    this.#failure ??= new RecordingError(`the thread that reads recordings failed: ${why}`)
    this.#forget()
    this.#answered({ why: this.#failure.message })
  }

  #forget(): void {
    if (idle === this) idle = null
    threads.delete(this)
    if (threads.size === 0) process.off('exit', waitForThreads)
  }
}
