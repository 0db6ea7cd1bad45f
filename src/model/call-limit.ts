/** A venue's rate limit: at most `calls` in each calendar window of `perMs`. */
export interface CallLimit {
  /** `trading`: creates and removals together; `create`: creates only. */
  readonly route: 'trading' | 'create'
  readonly calls: number
  readonly perMs: number
}

/** A token bucket: each call takes one token, and tokens are refilled evenly up to `capacity`. */
export interface CallBucketLimit {
  readonly route: CallLimit['route']
  /** Calls that may be made at once when the bucket is full. */
  readonly capacity: number
  readonly refillPerSecond: number
}

/** Predict.fun's published limits; the default of a backtest. */
export const PREDICT_LIMITS: readonly CallLimit[] = [
  { route: 'trading', calls: 500, perMs: 60_000 },
  { route: 'create', calls: 40, perMs: 1_000 },
]
