import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { lineOf } from '../keeper/messages.js'
import { DECIDING, TURNS, type WatchdogTask } from './watchdog.js'

const LOOK_EVERY_MS = 100
const HUNG_MS = 1_000

/** Reports the market that is being decided once that takes longer than a second, once for each such market. */
function watch({ shared, pipe }: WatchdogTask): void {
  let market = -1
  let beats = -1
  let since = 0
  let isTold = false
  setInterval(() => {
    const now = performance.now()
    const [asked, turned] = [Atomics.load(shared, DECIDING), Atomics.load(shared, TURNS)]
    if (asked === -1 || asked !== market || turned !== beats) {
      market = asked
      beats = turned
      since = now
      isTold = false
    } else if (!isTold && now - since > HUNG_MS) isTold = tell(pipe, market)
  }, LOOK_EVERY_MS)
}

/** Starts with a line end: the loop may have been cut off in the middle of a line. */
function tell(pipe: number, market: number): boolean {
  try {
    writeSync(pipe, `\n${lineOf({ kind: 'hung', market })}`)
    return true
  } catch {
    // The pipe is full; the next look tries again.
    return false
  }
}

watch(workerData as WatchdogTask)
