/** How often a venue's links and books are asked for evidence that they are what they seem. 0 switches one off. */
export interface FeedTimings {
  /** How often each link is pinged, in ms; two pings without an answer end it. */
  readonly probeEveryMs: number
  /** How often the venue sends a heartbeat, in ms; one that is a quarter of that late ends the link. */
  readonly heartbeatEveryMs: number
  /** A book of which nothing was heard for this long, in ms, is compared with the venue's by REST. */
  readonly silentBookMs: number
  /** Requests a minute that such comparisons may make, each for up to fifty books. */
  readonly confirmCallsPerMinute: number
  /** How often some definitions are read again, in ms, those of markets past their end first. */
  readonly definitionsEveryMs: number
}

/** What holds where nothing else is wished: the venue's own interval for heartbeats, the cautious ones for the rest. */
export const USUAL_TIMINGS: FeedTimings = {
  probeEveryMs: 2_000,
  heartbeatEveryMs: 15_000,
  silentBookMs: 4_000,
  confirmCallsPerMinute: 30,
  definitionsEveryMs: 30_000,
}

/** Nothing is asked: for tests and benchmarks that look at something else. */
export const NO_TIMINGS: FeedTimings = {
  probeEveryMs: 0,
  heartbeatEveryMs: 0,
  silentBookMs: 0,
  confirmCallsPerMinute: 0,
  definitionsEveryMs: 0,
}
