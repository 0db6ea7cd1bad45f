/** How quotes become orders. */
export interface RequoteOptions {
  /** A market is requoted at most this often; 0: each time it is decided. A pull is never held back. */
  readonly requoteEveryMs: number
  /** A working price this near to its target stands. */
  readonly priceHysteresisTicks: number
  /** A working size this near to its target stands. */
  readonly sizeHysteresisPercent: number
  /** Every order expires; it is renewed at half of this. */
  readonly orderLifeSeconds: number
  /** How long a side that was refused, or whose order the venue ended by itself, stays quiet. */
  readonly backoffMs: number
}
