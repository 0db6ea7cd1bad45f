import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { FromDoor, ToDoor } from './door-messages.js'
import type { DoorTask } from './door-task.js'

/** The thread of a door, as the trading thread has it. */
export interface DoorThread {
  say(message: ToDoor): void
  /** Ends it at once as one that failed: `ended` is told why. One that the system holds ends when that lets it go. */
  kill(why: string): void
  /** Ends it at once, where it does not end by itself. One that the system holds, such as in a read that never comes back, is waited for a second. */
  end(): Promise<void>
}

export interface DoorThreadEvents {
  readonly message: (message: FromDoor) => void
  /** It ended; `why` null: it was told to. */
  readonly ended: (why: string | null) => void
}

/** Starts a thread that serves a door, built: a thread cannot load TypeScript. It keeps no process alive. Imports nothing of what serves it. */
export function startDoorThread(task: DoorTask, on: DoorThreadEvents): DoorThread {
  const worker = new Worker(workerUrl(), { workerData: task })
  worker.unref()
  let why: string | null = null
  let isClosed = false
  worker.on('message', (message: FromDoor) => {
    if (message.kind === 'closed') isClosed = true
    on.message(message)
  })
  worker.on('error', error => {
    why = error.message
  })
  const ended = new Promise<void>(resolve => {
    worker.once('exit', code => {
      on.ended(isClosed ? null : (why ?? `its thread ended with code ${code}`))
      resolve()
    })
  })
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
    say: message => worker.postMessage(message),
    kill: reason => {
      why = reason
      void worker.terminate()
    },
    end: async () => {
      isClosed = true
      await Promise.race([Promise.all([worker.terminate(), ended]), pause(HELD_MS, undefined, { ref: false })])
    },
  }
}

const HELD_MS = 1_000

const workerUrl = (): URL =>
  new URL(import.meta.url.endsWith('.ts') ? '../../dist/src/operator/door-worker.js' : './door-worker.js', import.meta.url)
