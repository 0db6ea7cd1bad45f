/** The offset of the venue's clock as last measured. */
export interface VenueClock {
  /** How far the monotonic clock is ahead of it, in microseconds; null: not measured yet. */
  aheadUs: number | null
}

/** How far the wall clock, which stamps expirations, is ahead of the venue's, in ms; null: not measured yet. */
export const clockOffsetMsOf = ({ aheadUs }: Readonly<VenueClock>, wallOffset: number): number | null =>
  aheadUs === null ? null : (aheadUs + wallOffset) / 1_000

/** The known part of it, in ms: before a measurement, how far the wall clock was set since the start. */
export const knownOffsetMs = ({ aheadUs }: Readonly<VenueClock>, wallOffset: number): number =>
  Math.abs((aheadUs ?? 0) + wallOffset) / 1_000
