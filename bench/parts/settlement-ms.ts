/** Longer than a round of orders: nothing of a round settles within it. */
export const SETTLEMENT_MS = 500
