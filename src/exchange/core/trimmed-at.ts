/**
 * The length at which a list is trimmed next, from its length after a trim: a quarter more, so that trimming costs a few steps for each new row
 * and its memory hardly varies.
 */
export const trimmedAt = (length: number): number => length + Math.max(1, length >> 2)
