import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Delays of this thread's timers, in ms. */
export interface LoopDelay {
  read(): { readonly p50Ms: number; readonly p99Ms: number; readonly maxMs: number }
  end(): void
}

const RESOLUTION_MS = 20
/** The values cover the last minute or two. */
const FORGET_MS = 60_000

/** Starts measuring. It runs outside of JavaScript, so it costs this thread next to nothing. */
export function measureLoopDelay(): LoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  let since = performance.now()
  /** The histogram includes the timer's own period. */
  const late = (nanoseconds: number): number => Math.max(0, Math.round(nanoseconds / 1e4 - RESOLUTION_MS * 100) / 100)
  return {
    read: () => {
      const { max } = histogram
      const read = { p50Ms: late(histogram.percentile(50)), p99Ms: late(histogram.percentile(99)), maxMs: late(max) }
      if (performance.now() - since > FORGET_MS) {
        histogram.reset()
        since = performance.now()
      }
      return read
    },
    end: () => void histogram.disable(),
  }
}
