/** The word for this many: `plural(1, 'order')` is `order`, `plural(0, 'order')` is `orders`. `many`: the word for several. Default: with an `s`. */
export const plural = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many)

/** A number with its word: `1 order`, `2 orders`. */
export const counted = (count: number, one: string, many?: string): string => `${count} ${plural(count, one, many)}`
