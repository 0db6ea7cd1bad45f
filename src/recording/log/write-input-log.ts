import type { Timestamp } from '../../model/time.js'
import { startThread } from '../../threads/start-thread.js'
import type { LoggedInput, LogHeader, LogMark, LogRecord } from './log-record.js'

/** Takes the inputs of a run, in order. Costs the trading path one push into an array. */
export interface InputLogWriter {
  /** Takes what came in. */
  readonly input: (record: LoggedInput) => void
  /** Takes the end of a batch, with what was commanded. */
  readonly mark: (record: Omit<LogMark, 'kind'>) => void
  /** Writes the end record; resolves when the file is complete or was given up. */
  close(end: { readonly at: Timestamp; readonly stateHash: string }): Promise<void>
}

/** Where an input log is written, and what it begins with. */
export interface WriteInputLogOptions {
  readonly file: string
  readonly header: Omit<LogHeader, 'kind' | 'version'>
  /** When a part is full and the next one begins; absent: the log is one file. */
  readonly parts?: LogPartLimits
  /** The state at the beginning of a later part, for its header, so that the part can be read by itself. */
  readonly now?: () => Pick<LogHeader, 'markets' | 'state'>
  /** Called when the log has a gap or cannot be written; nothing more is written, and the run continues. */
  readonly onProblem: (text: string) => void
}

/** How a log is divided into parts. */
export interface LogPartLimits {
  /** Compressed size, in MB of 1,000,000 bytes. */
  readonly partMaxMb: number
  readonly partMaxHours: number
  /** Parts kept, including the newest; null keeps all. */
  readonly partsMax: number | null
}

/** The thread's start data. */
export interface LogTask {
  readonly file: string
  readonly partMaxBytes: number
  readonly partMaxMs: number
  readonly partsMax: number | null
}

/** A message to the thread: records, and the header of the next part if one begins after them. */
export interface LogPost {
  readonly records: readonly LogRecord[]
  readonly next: LogHeader | null
  readonly isLast: boolean
}

/** A message from the thread: how many records were written, that the part is full, or that it is done. */
export type LogAnswer = { readonly written: number } | { readonly full: number } | { readonly closed: true }

const POST_EVERY_MS = 100
/** Most records that may wait for the thread. */
const WAITING_MAX = 200_000
const CLOSE_MS = 3_000

/**
 * Starts the input log of a run. Ten times a second, records are sent to a thread, which turns them into text, compresses them and has them on disk
 * within a second; so a kill loses the last second. If the thread cannot keep up, the log is ended and `onProblem` says so, because a log with a hole
 * cannot be replayed; the run is never slowed down.
 */
export function writeInputLog({ file, header, parts, now, onProblem }: WriteInputLogOptions): InputLogWriter {
  const first: LogHeader = { kind: 'header', version: 1, ...header }
  let records: LogRecord[] = [first]
  let part = 1
  let isFull = false
  let waiting = 0
  let timer: NodeJS.Timeout | null = null
  let isBroken = false
  let finish: () => void = () => undefined
  const closed = new Promise<void>(resolve => {
    finish = resolve
  })
  const worker = startThread('recording/log/input-log-worker', taskOf(file, parts))
  worker.unref()

  const breakOff = (text: string): void => {
    if (isBroken) return
    isBroken = true
    records = []
    onProblem(`${file}: ${text}; what follows is not recorded`)
    finish()
  }
  worker.on('message', (answer: LogAnswer) => {
    if ('closed' in answer) finish()
    else if ('full' in answer) isFull = true
    else waiting -= answer.written
  })
  worker.on('error', error => breakOff(`the input log cannot be written: ${error.message}`))

  const post = (isLast = false, next: LogHeader | null = null): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (isBroken) return
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
    worker.postMessage({ records, next, isLast } satisfies LogPost)
    waiting += records.length
    records = []
    if (waiting > WAITING_MAX) breakOff(`more than ${WAITING_MAX} records wait to be written`)
  }
  const push = (record: LogRecord): void => {
    if (isBroken) return
    records.push(record)
    timer ??= setTimeout(post, POST_EVERY_MS).unref()
  }
  post()
  return {
    input: push,
    mark: record => {
      push({ kind: 'mark', ...record })
      if (!isFull || isBroken) return
      isFull = false
      // Between two batches, so that a part begins with a whole batch.
      post(false, { ...first, startedAt: record.now, ...now?.(), part: ++part })
    },
    close: async end => {
      push({ kind: 'end', ...end })
      post(true)
      const late = setTimeout(() => breakOff(`its end was not written within ${CLOSE_MS / 1_000} s`), CLOSE_MS)
      await closed
      clearTimeout(late)
      await worker.terminate()
    },
  }
}

const taskOf = (file: string, parts: LogPartLimits | undefined): LogTask => ({
  file,
  partMaxBytes: (parts?.partMaxMb ?? Number.POSITIVE_INFINITY) * 1e6,
  partMaxMs: (parts?.partMaxHours ?? Number.POSITIVE_INFINITY) * 3_600_000,
  partsMax: parts?.partsMax ?? null,
})
