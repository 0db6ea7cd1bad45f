/** The venue's clock as it was last measured. */
export interface VenueClock {
  /** How far the even clock is ahead of it, in microseconds; null: not measured yet. */
  aheadUs: number | null
}

/** How far the wall clock, which stamps expirations, is ahead of the venue's, in ms; null: not measured yet. */
export const clockOffsetMsOf = ({ aheadUs }: Readonly<VenueClock>, wallOffset: number): number | null =>
  aheadUs === null ? null : (aheadUs + wallOffset) / 1_000

/** What is known of it in any case, in ms: before a measurement, by how much the wall clock was set since the start. */
export const knownOffsetMs = ({ aheadUs }: Readonly<VenueClock>, wallOffset: number): number =>
  Math.abs((aheadUs ?? 0) + wallOffset) / 1_000
