/** Nothing is due. */
export const NEVER = Number.POSITIVE_INFINITY
