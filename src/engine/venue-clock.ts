/** The venue's clock as it was last measured. */
export interface VenueClock {
  /** How far the even clock is ahead of it, in microseconds; null: not measured yet. */
  aheadUs: number | null
}

/** How far the wall clock, which stamps expirations, is ahead of the venue's, in ms; null: not measured yet. */
export const clockOffsetMsOf = ({ aheadUs }: Readonly<VenueClock>, wallOffset: number): number | null =>
  aheadUs === null ? null : (aheadUs + wallOffset) / 1_000
