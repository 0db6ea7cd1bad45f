/** One side of a book, best level first: prices in 1/10,000, sizes in millionths of a share, none of them zero. */
export interface BookColumn {
  readonly prices: readonly number[]
  readonly sizes: readonly number[]
}

/** A whole book in YES prices, and when the venue last changed it (Unix milliseconds). */
export interface WholeBook {
  readonly updatedMs: number
  readonly bids: BookColumn
  readonly asks: BookColumn
}

// Above this many shares, a size in millionths is no longer an integer in a double.
const SHARES_MAX = 9e9
const PRICE_NOISE = 1e-4

/**
 * A whole book from parsed JSON; a string says what is wrong with it. Written by hand and not as a schema, because this message comes thousands of
 * times a second.
 */
export function readBook(data: unknown): WholeBook | string {
  if (typeof data !== 'object' || data === null) return 'the book is not an object'
  const { updateTimestampMs, bids, asks } = data as Record<string, unknown>
  if (typeof updateTimestampMs !== 'number' || !(updateTimestampMs > 0 && updateTimestampMs < 1e14))
    return 'the book has no time'
  const bidColumn = readColumn(bids, -1)
  if (typeof bidColumn === 'string') return `bids: ${bidColumn}`
  const askColumn = readColumn(asks, 1)
  if (typeof askColumn === 'string') return `asks: ${askColumn}`
  const [bid, ask] = [bidColumn.prices[0], askColumn.prices[0]]
  if (bid !== undefined && ask !== undefined && bid >= ask) return `crossed: bid ${bid / 10_000}, ask ${ask / 10_000}`
  return { updatedMs: updateTimestampMs, bids: bidColumn, asks: askColumn }
}

/** `direction`: 1 if prices rise from the best level (asks), -1 if they fall. */
function readColumn(levels: unknown, direction: 1 | -1): BookColumn | string {
  if (!Array.isArray(levels)) return 'not a list'
  const prices: number[] = []
  const sizes: number[] = []
  let last = direction === 1 ? 0 : 10_000
  for (const level of levels as readonly unknown[]) {
    if (!Array.isArray(level)) return 'a level is not a pair'
    const price = readPrice(level[0])
    const size = readSize(level[1])
    if (price === null) return `no price: ${String(level[0]).slice(0, 40)}`
    if (size === null) return `no size: ${String(level[1]).slice(0, 40)}`
    if ((price - last) * direction <= 0) return `out of order at ${price / 10_000}`
    last = price
    // A size below a millionth of a share cannot be traded.
    if (size === 0) continue
    prices.push(price)
    sizes.push(size)
  }
  return { prices, sizes }
}

/** A price on the wire, a JSON number of at most four decimals; null if it is not one. */
export function readPrice(value: unknown): number | null {
  if (typeof value !== 'number') return null
  const scaled = value * 10_000
  const price = Math.round(scaled)
  return price > 0 && price < 10_000 && Math.abs(scaled - price) < PRICE_NOISE ? price : null
}

/** Sizes are sums of binary floats, such as 3202.2000000000003, so they are rounded to the nearest millionth. */
export const readSize = (value: unknown): number | null =>
  typeof value === 'number' && value >= 0 && value <= SHARES_MAX ? Math.round(value * 1_000_000) : null
