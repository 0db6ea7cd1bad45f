import { DOOR_BEATS } from '../../../operator/door-task.js'

/** The watch over the door's thread. */
export interface DoorWatch {
  /** To be called several times a second. Reads one number and never waits. */
  look(): void
  readonly isHung: boolean
}

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

/** Watches whether the door's thread turns. */
export function watchDoorThread({ beats, hungAfterMs, onHung, onWell }: DoorWatchOptions): DoorWatch {
  let beat = 0
  let lookedAt = performance.now()
  let silentMs = 0
  let isHung = false
  return {
    get isHung() {
      return isHung
    },
    look: () => {
      const now = performance.now()
      silentMs += Math.min(STEP_MAX_MS, now - lookedAt)
      lookedAt = now
      const newest = Atomics.load(beats, DOOR_BEATS)
      if (newest !== beat) {
        beat = newest
        silentMs = 0
        const wasHung = isHung
        isHung = false
        if (wasHung) onWell()
      } else if (!isHung && silentMs >= hungAfterMs) {
        isHung = true
        onHung()
      }
    },
  }
}
