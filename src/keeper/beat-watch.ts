/** In the daemon: watches whether the keeper still receives its beats; each one is answered. */
export interface BeatWatch {
  /** A beat is sent, at this monotonic time in ms. */
  beat(nowMs: number): void
  /** The keeper has answered a beat. */
  heard(): void
  /** How long no beat was answered, not counting time in which this process stood still. */
  readonly silentMs: number
}

/** A longer time between two beats means that the daemon itself stood still, so the excess is not the keeper's silence. */
const BEAT_MAX_MS = 500

/** Starts with the first beat. `onLost` is called once, when no beat was answered for as long as a daemon may be unattended. */
export function createBeatWatch(unattendedMaxMs: number, onLost: () => void): BeatWatch {
  let lastMs: number | null = null
  let silentMs = 0
  let isLost = false
  return {
    beat: nowMs => {
      silentMs += Math.min(BEAT_MAX_MS, nowMs - (lastMs ?? nowMs))
      lastMs = nowMs
      if (isLost || silentMs < unattendedMaxMs) return
      isLost = true
      onLost()
    },
    heard: () => {
      silentMs = 0
    },
    get silentMs() {
      return silentMs
    },
  }
}
