import { writeSync } from 'node:fs'
import { isatty } from 'node:tty'
import { parentPort } from 'node:worker_threads'
import { askedNow } from '../../engine/asking.js'
import { SlowCall } from './slow-call.js'
import type { SlowCallsOrder } from './slow-calls.js'

const LOOK_EVERY_MS = 500
const STANDARD_ERROR = 2
/** Returns to the beginning of the line and erases it: it may hold the progress. */
const OVER_PROGRESS = '\r\u001B[K'

/** Looks at the calls of every replay, and prints what does not return. */
function watch(): void {
  const looks = new Map<number, () => void>()
  parentPort?.on('message', (order: SlowCallsOrder) => {
    if (order.names === null) looks.delete(order.id)
    else {
      const { names, asking } = order
      const call = new SlowCall(names)
      looks.set(order.id, () => {
        const text = call.look(performance.now(), askedNow(asking))
        if (text !== null) say(`${isatty(STANDARD_ERROR) ? OVER_PROGRESS : ''}${text}\n`)
      })
    }
  })
  setInterval(() => {
    for (const look of looks.values()) look()
  }, LOOK_EVERY_MS)
}

/** The thread's own `process.stderr` prints by the main thread, which may be the one that does not return. */
function say(text: string): void {
  try {
    writeSync(STANDARD_ERROR, text)
  } catch {
    // The reader is gone or does not read; the next message tries again.
  }
}

watch()
