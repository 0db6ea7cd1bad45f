/** A print and the decrease it caused are this near in venue time, in microseconds. */
export const PAIR_WITHIN_US = 50_000
