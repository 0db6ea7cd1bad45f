import { appendFileSync, writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { askedNow } from '../engine/asking.js'
import { lineOf } from '../keeper/messages.js'
import { HungLoop } from './hung-loop.js'
import { LOOP_BEATS, LOOP_TURNS, type WatchdogTask } from './watchdog.js'

const LOOK_EVERY_MS = 100
/** A longer time between two looks means that the whole process stood still, which is no hang of its loop. */
const LOOK_MAX_MS = 200

/** Reports strategies that keep the loop from turning. */
function createReporter({ asking, turns, pipe }: WatchdogTask): () => void {
  const loop = new HungLoop()
  return () => {
    const hung = loop.look({ now: performance.now(), turns: Atomics.load(turns, LOOP_BEATS), asked: askedNow(asking) })
    if (hung === null) return
    try {
      // Starts with a line end: the loop may have been cut off in the middle of a line.
      writeSync(pipe, `\n${lineOf({ kind: 'hung', ...hung })}`)
    } catch {
      // The pipe is full; the next look tries again.
      loop.again()
    }
  }
}

/** Ends this process by the keeper's own rule once the keeper is gone: it would hold the journal for ever, and no new run could start. */
function createEnd({ turns, keeper, unattendedMaxMs, logFile }: WatchdogTask): () => void {
  let lastAt = performance.now()
  let seen = -1
  let standsMs = 0
  return () => {
    const now = performance.now()
    const turned = Atomics.load(turns, LOOP_TURNS)
    standsMs = turned === seen ? standsMs + Math.min(now - lastAt, LOOK_MAX_MS) : 0
    seen = turned
    lastAt = now
    if (process.ppid === keeper || standsMs < unattendedMaxMs) return
    const msg = `the keeper is gone, and this daemon hangs (its loop has not turned for ${unattendedMaxMs / 1_000} s): it is killed; its orders rest until they expire`
    try {
      appendFileSync(logFile, `${JSON.stringify({ level: 50, time: Date.now(), msg })}\n`)
    } finally {
      process.kill(process.pid, 'SIGKILL')
    }
  }
}

const task = workerData as WatchdogTask
const report = createReporter(task)
const end = createEnd(task)
setInterval(() => {
  report()
  end()
}, LOOK_EVERY_MS)
