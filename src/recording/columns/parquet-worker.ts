import { parentPort, workerData } from 'node:worker_threads'
import { reasonOf } from '../../model/reason-of.js'
import { openFiles } from './parquet-files.js'
import { type ReadAnswer, type ReadOrder, Work } from './parquet-thread.js'
import { asPlainColumns } from './plain-columns.js'
import type { Chunk } from './recording.js'

/** Tells the other thread whether an answer is owed. */
const work = workerData as Int32Array

/** Opened while the other thread does what it does before the first file, and kept: opening DuckDB takes as long as reading ten thousand rows. */
const files = openFiles()
// The rejection is handled with the first file; until then it must not count as unhandled.
files.catch(() => undefined)

/** The memory of a chunk's columns, which leaves this thread with the chunk. */
function memoryOf({ events, batchEnds, byVenueTime }: Chunk): ArrayBuffer[] {
  const { kind, side, market, price, size, at, receivedAt } = asPlainColumns(events)
  const columns = [kind, side, market, price, size, at, receivedAt, batchEnds, byVenueTime]
  return columns.map(({ buffer }) => buffer as ArrayBuffer)
}

async function answerTo({ from, file }: Exclude<ReadOrder, 'end'>): Promise<ReadAnswer> {
  try {
    return { chunk: await (await files).read(from, file) }
  } catch (error) {
    return { why: reasonOf(error) }
  }
}

async function obey(order: ReadOrder): Promise<void> {
  if (order === 'end') return parentPort?.close()
  const answer = await answerTo(order)
  // Before the answer, since the next order may come as soon as that is heard.
  Atomics.store(work, 0, Work.NONE)
  Atomics.notify(work, 0)
  parentPort?.postMessage(answer, 'chunk' in answer ? memoryOf(answer.chunk) : [])
}

parentPort?.on('message', (order: ReadOrder) => void obey(order))
