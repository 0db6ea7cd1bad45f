/**
 * At which length a list is trimmed again that has this length after a trim: a quarter later, so that trimming costs a few steps for each row that
 * comes, and the memory it takes hardly goes up and down.
 */
export const trimmedAt = (length: number): number => length + Math.max(1, length >> 2)
