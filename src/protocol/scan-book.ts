import { type BookColumn, readPrice, readSize, type WholeBook } from './read-book.js'

/** A push of one market's book. */
export interface ScannedBook {
  readonly id: string
  readonly book: WholeBook
}

/** null: not such a push; a full parser must say what it is. */
export type BookScanner = (text: string) => ScannedBook | null

/** The start of each push of a book; the market's id follows. No other message starts like this. */
const BOOK_PUSH = '{"type":"M","topic":"predictOrderbook/'

/** The market id of a book push; null: not such a push, or written differently. Far cheaper than searching the text for the topic. */
export const bookPushId = (text: string): string | null =>
  text.startsWith(BOOK_PUSH) ? text.slice(BOOK_PUSH.length, text.indexOf('"', BOOK_PUSH.length)) : null

/** Position of the scan in a text. */
interface Cursor {
  readonly text: string
  at: number
}

/** Text of a push and its parsed value: usually the market's next push repeats it. */
interface Read<T> {
  readonly words: string
  readonly value: T
}

interface ReadPush {
  readonly asks: Read<BookColumn>
  readonly bids: Read<BookColumn>
  readonly tail: Read<true>
}

/** More than any run has; beyond this, everything remembered is dropped and each push is read in full once. */
const MARKETS_MAX = 10_000

/**
 * Creates a scanner for book pushes as the venue writes them. A book consists of numbers at known places, and parsing it as JSON is most of a push's
 * cost. The result equals that of `JSON.parse` and `readBook`; a side whose text is unchanged is returned as the same object as before.
 */
export function createBookScanner(): BookScanner {
  const pushes = new Map<number, ReadPush>()
  return text => {
    const cursor: Cursor = { text, at: 0 }
    const id = skip(cursor, BOOK_PUSH) ? scanWhole(cursor) : NONE
    const updatedMs = skip(cursor, '","data":{"version":') ? scanHead(cursor) : NONE
    if (id === NONE || updatedMs <= 0) return null
    const push = scanRest(cursor, pushes.get(id))
    if (push === null) return null
    if (pushes.size >= MARKETS_MAX) pushes.clear()
    pushes.set(id, push)
    return { id: String(id), book: { updatedMs, bids: push.bids.value, asks: push.asks.value } }
  }
}

/** Reads from the version number to the levels; returns the time of the book. */
function scanHead(cursor: Cursor): number {
  if (scanWhole(cursor) === NONE || !skip(cursor, ',"marketId":') || scanWhole(cursor) === NONE) return NONE
  const updatedMs = skip(cursor, ',"updateTimestampMs":') ? scanWhole(cursor) : NONE
  return skip(cursor, ',"orderCount":') && scanWhole(cursor) !== NONE ? updatedMs : NONE
}

function scanRest(cursor: Cursor, last: ReadPush | undefined): ReadPush | null {
  const asks = skip(cursor, ',"asks":') ? scanAgain(cursor, last?.asks, scanAsks) : null
  const bids = skip(cursor, ',"bids":') ? scanAgain(cursor, last?.bids, scanBids) : null
  const tail = scanAgain(cursor, last?.tail, scanTail)
  if (asks === null || bids === null || tail === null || cursor.at !== cursor.text.length) return null
  const [bid = 0, ask = 10_000] = [bids.value.prices[0], asks.value.prices[0]]
  return bid < ask ? { asks, bids, tail } : null
}

function scanAgain<T>(cursor: Cursor, last: Read<T> | undefined, scan: (cursor: Cursor) => T | null): Read<T> | null {
  const { text, at: start } = cursor
  const end = start + (last?.words.length ?? 0)
  if (last !== undefined && text.slice(start, end) === last.words) {
    cursor.at = end
    return last
  }
  const value = scan(cursor)
  return value === null ? null : { words: text.slice(start, cursor.at), value }
}

const scanAsks = (cursor: Cursor): BookColumn | null => scanColumn(cursor, 1)
const scanBids = (cursor: Cursor): BookColumn | null => scanColumn(cursor, -1)

/** Reads the rest of the text: it must end book and message as JSON does, without repeating a field already read. */
function scanTail(cursor: Cursor): true | null {
  const tail = cursor.text.slice(cursor.at)
  cursor.at = cursor.text.length
  if (!tail.endsWith('}')) return null
  try {
    const rest = JSON.parse(`{"":null${tail.slice(0, -1)}`) as object
    return ['updateTimestampMs', 'asks', 'bids'].some(name => name in rest) ? null : true
  } catch {
    return null
  }
}

/** `direction`: 1 if prices rise from the best level (asks), -1 if they fall. */
function scanColumn(cursor: Cursor, direction: 1 | -1): BookColumn | null {
  const prices: number[] = []
  const sizes: number[] = []
  if (skip(cursor, '[]')) return { prices, sizes }
  if (!take(cursor, OPEN)) return null
  let last = direction === 1 ? 0 : 10_000
  do {
    const price = take(cursor, OPEN) ? scanDecimal(cursor, PRICE) : NONE
    const size = take(cursor, COMMA) ? scanDecimal(cursor, SIZE) : NONE
    if (price <= 0 || price >= 10_000 || size === NONE || !take(cursor, CLOSE) || (price - last) * direction <= 0) return null
    last = price
    // A size below a millionth of a share cannot be traded.
    if (size === 0) continue
    prices.push(price)
    sizes.push(size)
  } while (take(cursor, COMMA))
  return take(cursor, CLOSE) ? { prices, sizes } : null
}

const [COMMA, DOT, ZERO, NINE, OPEN, CLOSE] = [44, 46, 48, 57, 91, 93]
const NONE = -1

const skip = (cursor: Cursor, word: string): boolean => {
  const isNext = cursor.text.startsWith(word, cursor.at)
  if (isNext) cursor.at += word.length
  return isNext
}

const take = (cursor: Cursor, code: number): boolean => {
  const isNext = cursor.text.charCodeAt(cursor.at) === code
  if (isNext) cursor.at++
  return isNext
}

/** Most decimals of a number here, and the reader for a number with more. */
interface Scale {
  readonly places: number
  readonly read: (value: number) => number | null
}

const PRICE: Scale = { places: 4, read: readPrice }
const SIZE: Scale = { places: 6, read: readSize }
/** With more digits, a size in millionths might differ from the rounding of its double. */
const WHOLE_MAX = 9
const DIGITS_MAX = 14

/** A number without sign or exponent, read as `read` reads its double; NONE if there is none. */
function scanDecimal(cursor: Cursor, { places, read }: Scale): number {
  const { text, at: start } = cursor
  let at = start
  let value = 0
  let dotAt = NONE
  for (; ; at++) {
    const code = text.charCodeAt(at)
    if (code >= ZERO && code <= NINE) value = value * 10 + code - ZERO
    else if (code === DOT && dotAt === NONE) dotAt = at
    else break
  }
  const whole = (dotAt === NONE ? at : dotAt) - start
  // JSON allows neither "01" nor ".5" nor "5.".
  if (whole === 0 || whole > WHOLE_MAX || dotAt === at - 1 || (whole > 1 && text.charCodeAt(start) === ZERO)) return NONE
  cursor.at = at
  const decimals = dotAt === NONE ? 0 : at - dotAt - 1
  if (decimals > places) return read(Number(text.slice(start, at))) ?? NONE
  for (let missing = places - decimals; missing > 0; missing--) value *= 10
  return value
}

/** A number of up to 14 digits; NONE if there is none. */
function scanWhole(cursor: Cursor): number {
  const { text, at: start } = cursor
  let at = start
  let value = 0
  for (let code = text.charCodeAt(at); code >= ZERO && code <= NINE; code = text.charCodeAt(++at))
    value = value * 10 + code - ZERO
  const digits = at - start
  if (digits === 0 || digits > DIGITS_MAX || (digits > 1 && text.charCodeAt(start) === ZERO)) return NONE
  cursor.at = at
  return value
}
