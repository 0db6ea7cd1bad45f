import type { Timestamp } from '../../../model/time.js'

/** One message for all clients that follow a channel. */
export interface Push {
  /** The key of the channel: `book:7`, `wallet:0x…`. */
  readonly key: string
  readonly data: object
}

/** What faults do to the stream. While `isIdle` is true, no other member is called. */
export interface StreamFaults {
  /** No fault is set. */
  readonly isIdle: boolean
  /** Delivers a push with the faults that are set: once, several times, later or never. */
  leave(push: Push, deliver: (data: object) => void): void
  /** What is sent instead of a snapshot. */
  wording(push: Push): object
  /** The exchange's time in milliseconds, as clients see it. */
  shownMs(now: Timestamp): number
}
