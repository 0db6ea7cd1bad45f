import type { Submit } from '../../src/model/intent.js'
import type { Timestamp } from '../../src/model/time.js'

/** Part of an order that was filled: when the venue matched it, and how much, in millionths of a share. */
export interface TimedFill {
  readonly at: Timestamp
  readonly size: number
}

/** One of a run's orders as its venue had it, in venue time as far as the run can tell. */
export interface RunOrder {
  readonly submit: Submit
  /** The venue's own name of it. */
  readonly venueId: string
  readonly arrivedAt: Timestamp
  /** When a removal, or the venue, took it off the book; null: nobody did. */
  readonly removedAt: Timestamp | null
  /** From then on it is not displayed, whatever ended it; null: it was open when the run's log ended. */
  readonly endedAt: Timestamp | null
  readonly fills: readonly TimedFill[]
  /**
   * From the first settlement on that failed: a fill that came to nothing is one below zero. Such an order is void, or comes back as if it were
   * another one, so this is what was displayed, and nothing to compare.
   */
  readonly afterFailure: readonly TimedFill[]
}

/** When the first of an order's settlements failed; null: none did. */
export const failedAt = ({ afterFailure: [first] }: Pick<RunOrder, 'afterFailure'>): Timestamp | null => first?.at ?? null

/** Millionths of a share. */
export const filledBy = (fills: readonly TimedFill[], until: number): number =>
  fills.reduce((sum, { at, size }) => (at <= until ? sum + size : sum), 0)
