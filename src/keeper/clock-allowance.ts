/** Assumed offset in ms if the clocks were not compared yet and no limit is set. */
const ASSUMED_MS = 5_000

/**
 * How much longer than its expiration an order may rest because the clock that stamped it is ahead of the venue's, in ms: as measured; before the
 * first measurement, the offset above which no orders are placed.
 */
export const clockAllowanceMs = (offsetMs: number | null, limitMs: number | null): number =>
  offsetMs === null ? (limitMs ?? ASSUMED_MS) : Math.max(0, Math.ceil(offsetMs))
