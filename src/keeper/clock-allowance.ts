/** What is assumed where the clocks were not compared yet and no limit is set, in ms. */
const ASSUMED_MS = 5_000

/**
 * How much longer than until its expiration an order may rest because the clock that stamped it is ahead of the venue's, in ms: as measured; before
 * that the limit beyond which nothing is opened.
 */
export const clockAllowanceMs = (offsetMs: number | null, limitMs: number | null): number =>
  offsetMs === null ? (limitMs ?? ASSUMED_MS) : Math.max(0, Math.ceil(offsetMs))
