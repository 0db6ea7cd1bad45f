/** Durations counted in fixed buckets, without allocation. */
export interface LatencyBuckets {
  /** Upper bounds in ms; `counts` has one more bucket for longer durations. */
  readonly boundsMs: readonly number[]
  readonly counts: Uint32Array
  sumMs: number
  count: number
}

/** From a tenth of a millisecond to ten seconds, about doubling. */
const BOUNDS_MS: readonly number[] = Object.freeze([
  0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000,
])

export const latencyBuckets = (): LatencyBuckets => ({
  boundsMs: BOUNDS_MS,
  counts: new Uint32Array(BOUNDS_MS.length + 1),
  sumMs: 0,
  count: 0,
})

/** Counts one duration, in microseconds. A clock that was read late may give a negative one, which counts as zero. */
export function countLatency(buckets: LatencyBuckets, us: number): void {
  const ms = Math.max(0, us / 1_000)
  let place = 0
  while (place < BOUNDS_MS.length && ms > BOUNDS_MS[place]!) place++
  buckets.counts[place]!++
  buckets.sumMs += ms
  buckets.count++
}
