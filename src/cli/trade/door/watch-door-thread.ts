import { DOOR_BEATS } from '../../../operator/door-task.js'

export interface DoorWatchOptions {
  /** Memory shared with the door's thread, which counts its turns there. */
  readonly beats: Int32Array
  readonly hungAfterMs: number
  /** The door has not turned for `hungAfterMs`. Called once, until it turns again. */
  readonly onHung: () => void
  readonly onWell: () => void
}

/** If more time passed between two looks, this thread or the whole computer stood still, and the door is not to blame. */
const STEP_MAX_MS = 500

/** Creates a check of the door's thread, to be called several times a second. It reads one number and never waits. */
export function watchDoorThread({ beats, hungAfterMs, onHung, onWell }: DoorWatchOptions): () => void {
  let beat = 0
  let lookedAt = performance.now()
  let silentMs = 0
  let isHung = false
  return () => {
    const now = performance.now()
    silentMs += Math.min(STEP_MAX_MS, now - lookedAt)
    lookedAt = now
    const newest = Atomics.load(beats, DOOR_BEATS)
    if (newest !== beat) {
      beat = newest
      silentMs = 0
      if (isHung) onWell()
      isHung = false
    } else if (!isHung && silentMs >= hungAfterMs) {
      isHung = true
      onHung()
    }
  }
}
