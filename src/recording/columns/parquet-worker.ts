import { parentPort, workerData } from 'node:worker_threads'
import type { FileReader } from './file-reader.js'
import { openHere } from './parquet-files.js'
import { type ReadAnswer, type ReadOrder, Work } from './parquet-thread.js'
import { asPlainColumns } from './plain-columns.js'
import type { Chunk } from './recording.js'

/** Tells the other thread whether an answer is owed. */
const work = workerData as Int32Array

let reader: FileReader | null = null

async function answerTo(order: Exclude<ReadOrder, 'end'>): Promise<ReadAnswer> {
  if (order === 'close') {
    await reader?.close()
    reader = null
    return 'done'
  }
  if ('open' in order) {
    reader = await openHere(order.open)
    return 'done'
  }
  if (reader === null) throw new Error(`${order.file.name} is of no open recording`)
  return { chunk: await reader.read(order.file) }
}

/** The memory of a chunk's columns, which leaves this thread with the chunk. */
function memoryOf({ events, batchEnds, byVenueTime }: Chunk): ArrayBuffer[] {
  const { kind, side, market, price, size, at, receivedAt } = asPlainColumns(events)
  const columns = [kind, side, market, price, size, at, receivedAt, batchEnds, byVenueTime]
  return columns.map(({ buffer }) => buffer as ArrayBuffer)
}

function tell(answer: ReadAnswer): void {
  parentPort?.postMessage(answer, typeof answer === 'object' && 'chunk' in answer ? memoryOf(answer.chunk) : [])
}

async function obey(order: ReadOrder): Promise<void> {
  if (order === 'end') {
    parentPort?.close()
    return
  }
  const answer = await answerTo(order).catch((error: unknown) => ({
    why: error instanceof Error ? error.message : String(error),
  }))
  // Before the answer, since the next order may come as soon as that is heard.
  Atomics.store(work, 0, Work.NONE)
  Atomics.notify(work, 0)
  tell(answer)
}

parentPort?.on('message', (order: ReadOrder) => void obey(order))
