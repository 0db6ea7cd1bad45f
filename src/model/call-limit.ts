/** A venue's limit of calls: at most `calls` in each calendar window of `perMs`. */
export interface CallLimit {
  /** `trading`: creates and removals together; `create`: creates alone. */
  readonly route: 'trading' | 'create'
  readonly calls: number
  readonly perMs: number
}

/** A bucket of tokens: each call takes one, and they come back evenly until it is full. */
export interface CallBucketLimit {
  readonly route: CallLimit['route']
  /** Calls that may be made at once. */
  readonly capacity: number
  readonly refillPerSecond: number
}

/** Predict.fun's published windows. A backtest has them where its config names none. */
export const PREDICT_LIMITS: readonly CallLimit[] = [
  { route: 'trading', calls: 500, perMs: 60_000 },
  { route: 'create', calls: 40, perMs: 1_000 },
]
