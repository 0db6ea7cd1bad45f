import type { Timestamp } from '../../../model/time.js'

/** One message for all clients that follow a channel. */
export interface Push {
  /** The channel's: `book:7`, `wallet:0x…`. */
  readonly key: string
  readonly data: object
}

/** What faults do to the stream. While `isIdle` holds none of the other members is called. */
export interface StreamFaults {
  /** No fault is set. */
  readonly isIdle: boolean
  /** Delivers a push as the faults that are set want it: once, several times, later or never. */
  leave(push: Push, deliver: (data: object) => void): void
  /** What is sent in place of a snapshot. */
  wording(push: Push): object
  /** The exchange's time in milliseconds, as clients are told it. */
  shownMs(now: Timestamp): number
}
