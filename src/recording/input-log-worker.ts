import { createWriteStream } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { constants, createGzip } from 'node:zlib'
import { toJson } from '../model/plain.js'
import type { LogRecord } from './log-record.js'
import type { LogAnswer, LogPost } from './write-input-log.js'

/** How often what is packed goes to the file whole, so that a killed run loses no more than this. */
const FLUSH_MS = 500

/** The thread of an input log: makes lines of records, packs them, writes the file it was given. */
const runWorker = (file: string): void => {
  const gzip = createGzip()
  const out = gzip.pipe(createWriteStream(file, { mode: 0o600 }))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread's port has no origin.
  const tell = (answer: LogAnswer): void => parentPort?.postMessage(answer)
  let isStale = false
  const timer = setInterval(() => {
    if (!isStale) return
    isStale = false
    gzip.flush(constants.Z_SYNC_FLUSH)
  }, FLUSH_MS)
  // Thrown here, it reaches the run as the thread's error.
  out.on('error', error => {
    throw error
  })
  out.on('close', () => tell({ closed: true }))
  parentPort?.on('message', ({ records, isLast }: LogPost) => {
    isStale = true
    gzip.write(records.map(lineOf).join(''), () => tell({ written: records.length }))
    if (!isLast) return
    clearInterval(timer)
    gzip.end()
  })
}

/** A frame is a line as it is; everything else names its kind. */
const lineOf = (record: LogRecord): string => `${toJson(record.kind === 'frame' ? record.frame : record)}\n`

runWorker(workerData as string)
