import { Price } from '../../model/money.js'
import { Timestamp } from '../../model/time.js'
import { isAt, type Phrase, phraseOf } from '../text/phrase.js'
import { readRfc3339 } from '../text/rfc3339.js'
import type { KalshiNumbers } from './kalshi-line.js'
import type { PairedRow } from './paired-rows.js'

const RECEIVED = phraseOf('{"recv_ms":')
const DELTA = phraseOf(',"event":{"type":"orderbook_delta","sid":')
const TICKER = ',"msg":{"market_ticker":"'
const MARKET = phraseOf('","market_id":"')
const PRICE = phraseOf('","price_dollars":"')
const CHANGE = phraseOf('","delta_fp":"')
const SIDE = phraseOf('","side":"')
const YES_AT = phraseOf('yes","ts":"')
const NO_AT = phraseOf('no","ts":"')
const TIME_MS = phraseOf('Z","ts_ms":')
const SEQUENCE = Buffer.from(',"seq":', 'latin1')
const RECEIVED_DIGITS = 13
const SECONDS = 19
/** Fits into a 32-bit integer; longer numbers are left to the JSON reader. */
const DIGITS_MAX = 9
const NAME_MAX = 64
const TENS = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000] as const
const [ZERO, NINE, POINT, MINUS, QUOTE, BRACE, NEWLINE] = [48, 57, 46, 45, 34, 125, 10]
const [SPACE, TILDE, BACKSLASH] = [32, 126, 92]

/** A change with the arrival time of its line. */
interface ScannedRow extends PairedRow, KalshiNumbers {
  readonly kind: 'change'
  readonly receivedAt: Timestamp
}

/**
 * Parses straight from bytes the one line shape that nearly all lines have; any other shape is left to the JSON reader. Every byte is checked, so
 * both readers always agree.
 */
export class KalshiScanner {
  /** The last change read; overwritten by the next one. */
  readonly row: { -readonly [K in keyof ScannedRow]: ScannedRow[K] } = {
    kind: 'change',
    receivedAt: Timestamp.ZERO,
    at: Timestamp.ZERO,
    side: 'bid',
    price: Price.of(1),
    size: 0,
    sid: 0,
    seq: 0,
    tradeId: null,
  }
  readonly #ticker: Phrase
  #bytes = new Uint8Array(0)
  #view = new DataView(this.#bytes.buffer)
  /** The market's two names as the last line wrote them; the next line repeats them. */
  #names: Phrase | null = null
  /** The last second read, as text and as a time: consecutive lines mostly share it. */
  #second: Phrase | null = null
  #secondAt = 0
  /** The last number read. */
  #number = 0

  constructor(ticker: string) {
    this.#ticker = phraseOf(`${TICKER}${ticker}`)
  }

  /** Sets the block of whole lines that `change` reads from. */
  open(block: Buffer<ArrayBuffer>): void {
    this.#bytes = new Uint8Array(block.buffer, block.byteOffset, block.byteLength)
    this.#view = new DataView(block.buffer, block.byteOffset, block.byteLength)
  }

  /** Reads a change of this market into `row` and returns the end of its line; -1: the line has another shape. */
  change(from: number): number {
    const message = this.#arrival(from)
    const market = message < 0 ? -1 : this.#market(message)
    const time = market < 0 ? -1 : this.#level(market)
    return time < 0 ? -1 : this.#time(time)
  }

  #arrival(from: number): number {
    if (!isAt(this.#view, from, RECEIVED)) return -1
    const bytes = this.#bytes
    const digits = from + RECEIVED.length
    const event = digits + RECEIVED_DIGITS
    if (wholeEnd(bytes, digits) !== event || !isAt(this.#view, event, DELTA)) return -1
    const high = wholeOf(bytes, digits, event - 6)
    this.row.receivedAt = Timestamp.ofMs(high * 1e6 + wholeOf(bytes, event - 6, event))
    const sid = event + DELTA.length
    let at = wholeEnd(bytes, sid)
    if (at < 0 || at - sid > DIGITS_MAX) return -1
    this.row.sid = wholeOf(bytes, sid, at)
    for (const letter of SEQUENCE) if (bytes[at++] !== letter) return -1
    const end = wholeEnd(bytes, at)
    if (end - at > RECEIVED_DIGITS) return -1
    const middle = Math.max(at, end - 6)
    this.row.seq = wholeOf(bytes, at, middle) * 1e6 + wholeOf(bytes, middle, end)
    return end
  }

  #market(from: number): number {
    const names = this.#names
    if (names !== null && isAt(this.#view, from, names)) return from + names.length
    const bytes = this.#bytes
    if (!isAt(this.#view, from, this.#ticker) || !isAt(this.#view, from + this.#ticker.length, MARKET)) return -1
    const name = from + this.#ticker.length + MARKET.length
    let end = name
    while (end - name <= NAME_MAX && isPlain(bytes[end])) end++
    if (!isAt(this.#view, end, PRICE)) return -1
    this.#names = phraseOf(textOf(bytes, from, end + PRICE.length))
    return end + PRICE.length
  }

  #level(from: number): number {
    const { row } = this
    const change = this.#fixed(from, 4)
    const price = this.#number
    if (change < 0 || !(price > 0 && price < 10_000) || !isAt(this.#view, change, CHANGE)) return -1
    const side = this.#fixed(change + CHANGE.length, 6)
    if (side < 0 || !isAt(this.#view, side, SIDE)) return -1
    row.size = this.#number
    const isYes = isAt(this.#view, side + SIDE.length, YES_AT)
    if (!isYes && !isAt(this.#view, side + SIDE.length, NO_AT)) return -1
    row.side = isYes ? 'bid' : 'ask'
    row.price = Price.of(isYes ? price : 10_000 - price)
    return side + SIDE.length + (isYes ? YES_AT.length : NO_AT.length)
  }

  /** Reads a decimal as a scaled integer into `#number`; returns its end, or -1. */
  #fixed(from: number, digits: number): number {
    const bytes = this.#bytes
    const isNegative = bytes[from] === MINUS
    const start = isNegative ? from + 1 : from
    const point = digitsEnd(bytes, start)
    if (point === start || point - start > DIGITS_MAX) return -1
    let value = wholeOf(bytes, start, point) * TENS[digits as 6]
    let end = point
    if (bytes[point] === POINT) {
      end = digitsEnd(bytes, point + 1)
      const places = end - point - 1
      if (places === 0 || places > digits) return -1
      value += wholeOf(bytes, point + 1, end) * TENS[(digits - places) as 6]
    }
    this.#number = isNegative ? -value : value
    return end
  }

  /** Microseconds since the epoch, from RFC 3339 text. */
  #time(from: number): number {
    const bytes = this.#bytes
    const point = from + SECONDS
    if (this.#second === null || !isAt(this.#view, from, this.#second)) this.#newSecond(from)
    if (this.#second === null) return -1
    let end = point
    let fraction = 0
    if (bytes[point] === POINT) {
      end = digitsEnd(bytes, point + 1)
      const places = end - point - 1
      if (places === 0 || places > 6) return -1
      fraction = wholeOf(bytes, point + 1, end) * TENS[(6 - places) as 6]
    }
    this.row.at = Timestamp.of(this.#secondAt + fraction)
    return isAt(this.#view, end, TIME_MS) ? this.#end(end + TIME_MS.length) : -1
  }

  #newSecond(from: number): void {
    const text = textOf(this.#bytes, from, from + SECONDS)
    const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text) ? readRfc3339(`${text}Z`) : null
    this.#second = at === null ? null : phraseOf(text)
    this.#secondAt = at ?? 0
  }

  #end(from: number): number {
    const bytes = this.#bytes
    let at = wholeEnd(bytes, from)
    if (at < 0) return -1
    for (let brace = 0; brace < 3; brace++) if (bytes[at++] !== BRACE) return -1
    return at >= bytes.length || bytes[at] === NEWLINE ? at : -1
  }
}

function digitsEnd(bytes: Uint8Array, from: number): number {
  let at = from
  for (let digit = bytes[at]!; digit >= ZERO && digit <= NINE; digit = bytes[++at]!);
  return at
}

/** End of a JSON integer without leading zeros; -1: there is none. */
function wholeEnd(bytes: Uint8Array, from: number): number {
  const end = digitsEnd(bytes, from)
  return end === from || (bytes[from] === ZERO && end > from + 1) ? -1 : end
}

/** True for ASCII bytes that need no JSON escape. */
const isPlain = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= SPACE && byte <= TILDE && byte !== QUOTE && byte !== BACKSLASH

/** Up to nine digits. */
function wholeOf(bytes: Uint8Array, from: number, to: number): number {
  let value = 0
  for (let at = from; at < to; at++) value = (value * 10 + bytes[at]! - ZERO) | 0
  return value
}

const textOf = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, Math.min(to, bytes.length) - from).toString('latin1')
