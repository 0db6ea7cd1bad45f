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
  /** When our removal took it off the book; null: none did. */
  readonly removedAt: Timestamp | null
  /** From then on it is not displayed, whatever ended it; null: it was open when the run's log ended. */
  readonly endedAt: Timestamp | null
  readonly fills: readonly TimedFill[]
}

/** Millionths of a share. */
export const filledBy = (fills: readonly TimedFill[], until: number): number =>
  fills.reduce((sum, { at, size }) => (at <= until ? sum + size : sum), 0)
