/** Limits of the stream; each protects the exchange from one client or from all clients together. */
export interface StreamLimits {
  readonly connections: number
  readonly connectionsAnAddress: number
  readonly topicsAConnection: number
  readonly requestsASecond: number
  /** Bytes of one frame from a client. */
  readonly frameBytes: number
  /** Bytes that may wait for a client that does not read. */
  readonly waitingBytes: number
}

/** Enough for a thousand clients on one machine, and for one client with all topics of two hundred markets. */
const STREAM_LIMITS: StreamLimits = {
  connections: 5_000,
  connectionsAnAddress: 2_000,
  topicsAConnection: 1_000,
  requestsASecond: 1_000,
  frameBytes: 16_384,
  waitingBytes: 4_194_304,
}

/** The default limits with the given ones in place. */
export const streamLimitsOf = (wished: Partial<StreamLimits> | undefined): StreamLimits => ({ ...STREAM_LIMITS, ...wished })
