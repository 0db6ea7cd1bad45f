/** A print and the decrease it caused differ by at most this much in venue time, in microseconds. */
export const PAIR_WITHIN_US = 50_000
