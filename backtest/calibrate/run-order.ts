import type { Submit } from '../../src/model/intent.js'
import type { Timestamp } from '../../src/model/time.js'

/** A fill of an order: the venue's match time, and the size in millionths of a share. */
export interface TimedFill {
  readonly at: Timestamp
  readonly size: number
}

/** One of a run's orders as its venue had it, in venue time as far as the run knows it. */
export interface RunOrder {
  readonly submit: Submit
  /** The venue's id of it. */
  readonly venueId: string
  readonly arrivedAt: Timestamp
  /** When we or the venue removed it from the book; null: never. */
  readonly removedAt: Timestamp | null
  /** From then on it is not displayed, whatever ended it; null: it was open when the run's log ended. */
  readonly endedAt: Timestamp | null
  readonly fills: readonly TimedFill[]
  /**
   * Changes from the first failed settlement on; a failed fill is negative. Such an order is void, or enters again as if it were new, so this is used
   * for what was displayed, and not compared.
   */
  readonly afterFailure: readonly TimedFill[]
}

/** When the first of an order's settlements failed; null: none did. */
export const failedAt = ({ afterFailure: [first] }: Pick<RunOrder, 'afterFailure'>): Timestamp | null => first?.at ?? null

/** Millionths of a share. */
export const filledBy = (fills: readonly TimedFill[], until: number): number =>
  fills.reduce((sum, { at, size }) => (at <= until ? sum + size : sum), 0)
