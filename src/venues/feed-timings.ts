/** How often a venue's links and books are checked. 0 disables a check. */
export interface FeedTimings {
  /** How often each link is pinged, in ms; it ends after two unanswered pings. */
  readonly probeEveryMs: number
  /** How often the venue sends a heartbeat, in ms; the link ends if one is late by a quarter of this. */
  readonly heartbeatEveryMs: number
  /** A book without any message for this long, in ms, is compared with the venue's by REST. */
  readonly silentBookMs: number
  /** Most requests a minute for such comparisons, each for up to fifty books. */
  readonly confirmCallsPerMinute: number
  /** How often some definitions are read again, in ms, starting with markets past their end. */
  readonly definitionsEveryMs: number
}

/** Defaults: the venue's own heartbeat interval, and cautious values for the rest. */
export const USUAL_TIMINGS: FeedTimings = {
  probeEveryMs: 2_000,
  heartbeatEveryMs: 15_000,
  silentBookMs: 4_000,
  confirmCallsPerMinute: 30,
  definitionsEveryMs: 30_000,
}

/** Disables all checks, for tests and benchmarks of something else. */
export const NO_TIMINGS: FeedTimings = {
  probeEveryMs: 0,
  heartbeatEveryMs: 0,
  silentBookMs: 0,
  confirmCallsPerMinute: 0,
  definitionsEveryMs: 0,
}
