import { setTimeout as pause } from 'node:timers/promises'
import { startThread } from '../threads/start-thread.js'
import type { FromDoor, ToDoor } from './door-messages.js'
import type { DoorTask } from './door-task.js'

/** The thread of a door, as the trading thread handles it. */
export interface DoorThread {
  say(message: ToDoor): void
  /** Ends it at once as failed: `ended` gets the reason. A thread that is blocked in the system ends when the system returns. */
  kill(why: string): void
  /** Ends it, if it does not end by itself. For a thread that is blocked in the system, such as in a read that never returns, this waits a second. */
  end(): Promise<void>
}

export interface DoorThreadEvents {
  readonly message: (message: FromDoor) => void
  /** The thread has ended; `why` null: it was told to. */
  readonly ended: (why: string | null) => void
}

/**
 * Starts a thread that serves a door. It runs the build, because a thread cannot load TypeScript. It does not keep the process alive. This file
 * imports none of the code that serves.
 */
export function startDoorThread(task: DoorTask, on: DoorThreadEvents): DoorThread {
  const worker = startThread('operator/door-worker', task)
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
