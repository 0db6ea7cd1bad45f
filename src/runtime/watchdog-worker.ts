import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { askedNow } from '../engine/asking.js'
import { lineOf } from '../keeper/messages.js'
import { HungLoop } from './hung-loop.js'
import type { WatchdogTask } from './watchdog.js'

const LOOK_EVERY_MS = 100

function watch({ asking, turns, pipe }: WatchdogTask): void {
  const loop = new HungLoop()
  setInterval(() => {
    const hung = loop.look({ now: performance.now(), turns: Atomics.load(turns, 0), asked: askedNow(asking) })
    if (hung === null) return
    try {
      // Starts with a line end: the loop may have been cut off in the middle of a line.
      writeSync(pipe, `\n${lineOf({ kind: 'hung', ...hung })}`)
    } catch {
      // The pipe is full; the next look tries again.
      loop.again()
    }
  }, LOOK_EVERY_MS)
}

watch(workerData as WatchdogTask)
