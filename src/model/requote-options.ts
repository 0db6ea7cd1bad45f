/** How quotes become orders. */
export interface RequoteOptions {
  /** Least time between two requotes of a market; 0: every decision may requote. A pull is never delayed. */
  readonly requoteEveryMs: number
  /** A working order stays if its price is at most this far from the target. */
  readonly priceHysteresisTicks: number
  /** A working order stays if its size differs from the target by at most this. */
  readonly sizeHysteresisPercent: number
  /** Every order expires after this time; it is renewed after half of it. */
  readonly orderLifeSeconds: number
  /** How long a side gets no order after a refusal, or after the venue ended its order. */
  readonly backoffMs: number
  /** How long a side gets no order after one of its orders was filled, in whole or in part. Absent: it gets the next one at once. */
  readonly pauseAfterFillMs?: number
}
