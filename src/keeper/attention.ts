/** Watches, in the daemon, whether the keeper still hears it: each beat that arrives there is answered. */
export interface Attention {
  /** A beat leaves now, at this monotonic time in ms. */
  beat(nowMs: number): void
  /** The keeper has answered a beat. */
  heard(): void
  /** How long none was answered, as far as this process was awake. */
  readonly silentMs: number
}

/** More than this between two beats is time in which the daemon itself stood still, and not the keeper's silence. */
const BEAT_MAX_MS = 500

/** Begins with the first beat. `onLost` is called once, when no beat was answered for as long as a daemon may be unattended. */
export function createAttention(unattendedMaxMs: number, onLost: () => void): Attention {
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
