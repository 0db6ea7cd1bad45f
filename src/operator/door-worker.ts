import { parentPort, workerData } from 'node:worker_threads'
import type { FromDoor, ToDoor } from './door-messages.js'
import { DOOR_BEATS, type DoorTask } from './door-task.js'
import { serveDoor } from './serve-door.js'

const BEAT_MS = 250

/** Runs a door in this thread until the trading thread ends it. */
function work(task: DoorTask): void {
  const port = parentPort
  if (port === null) throw new Error('this file is the thread of a door: it cannot be started as a program')
  const door = serveDoor(task, (message: FromDoor) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
    port.postMessage(message)
    if (message.kind === 'closed') port.close()
  })
  port.on('message', (message: ToDoor) => door.take(message))
  setInterval(() => Atomics.add(task.beats, DOOR_BEATS, 1), BEAT_MS).unref()
}

work(workerData as DoorTask)
