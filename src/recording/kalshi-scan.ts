import { type BookSide, Price } from '../model/money.js'
import { Timestamp } from '../model/time.js'
import type { BookRow } from './paired-rows.js'

const ASCII = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'))
const RECEIVED = ASCII('{"recv_ms":')
const DELTA = ASCII(',"event":{"type":"orderbook_delta","sid":')
const SEQUENCE = ASCII(',"seq":')
const TICKER = ASCII(',"msg":{"market_ticker":"')
const MARKET = ASCII('","market_id":"')
const PRICE = ASCII('","price_dollars":"')
const CHANGE = ASCII('","delta_fp":"')
const SIDE = ASCII('","side":"')
const TIME = ASCII('","ts":"')
const TIME_MS = ASCII('Z","ts_ms":')
const END = ASCII('}}}')
const SECONDS = 19
const DIGITS_MAX = 15
const TENS = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000] as const
const [ZERO, NINE, POINT, MINUS, QUOTE] = [48, 57, 46, 45, 34]

/**
 * Reads the one shape of line that nearly all lines of a file have, straight from its bytes; any other is for the reader of JSON. Not one byte
 * is taken on trust, so that both readers always agree.
 */
export class KalshiScanner {
  readonly #ticker: Uint8Array
  #bytes: Uint8Array = new Uint8Array()
  #at = 0
  #isWrong = false
  /** The second that was read last, as text and as a time: most lines name the same one. */
  readonly #second = new Uint8Array(SECONDS)
  #secondAt = 0

  constructor(ticker: string) {
    this.#ticker = ASCII(ticker)
  }

  /** A change of this market; null: the line is not of that shape. */
  change(bytes: Uint8Array, from: number, to: number): BookRow | null {
    this.#bytes = bytes
    this.#at = from
    this.#isWrong = false
    this.#literal(RECEIVED)
    const receivedMs = this.#whole()
    this.#literal(DELTA)
    if (this.#isWrong) return null
    this.#whole()
    this.#literal(SEQUENCE)
    this.#whole()
    this.#literal(TICKER)
    this.#literal(this.#ticker)
    this.#literal(MARKET)
    this.#skipText()
    this.#literal(PRICE)
    const price = this.#fixed(4)
    this.#literal(CHANGE)
    const size = this.#fixed(6)
    this.#literal(SIDE)
    const side = this.#side()
    this.#literal(TIME)
    const at = this.#time()
    this.#literal(TIME_MS)
    this.#whole()
    this.#literal(END)
    if (this.#isWrong || this.#at !== to || !(price > 0 && price < 10_000) || !Number.isSafeInteger(size)) return null
    return {
      kind: 'change',
      receivedAt: Timestamp.ofMs(receivedMs),
      at: Timestamp.of(at),
      side,
      price: Price.of(side === 'bid' ? price : 10_000 - price),
      size,
    }
  }

  #literal(text: Uint8Array): void {
    const bytes = this.#bytes
    const from = this.#at
    const { length } = text
    for (let index = 0; index < length; index++)
      if (bytes[from + index] !== text[index]) {
        this.#isWrong = true
        return
      }
    this.#at = from + length
  }

  #whole(): number {
    const bytes = this.#bytes
    const from = this.#at
    let at = from
    let value = 0
    for (let digit = bytes[at]!; digit >= ZERO && digit <= NINE; digit = bytes[++at]!) value = value * 10 + digit - ZERO
    this.#at = at
    if (at === from || at - from > DIGITS_MAX) this.#isWrong = true
    return value
  }

  /** A decimal in quotes as a whole number of its last digit. */
  #fixed(digits: number): number {
    const isNegative = this.#bytes[this.#at] === MINUS
    if (isNegative) this.#at++
    let value = this.#whole()
    let left = digits
    if (this.#bytes[this.#at] === POINT) {
      const from = ++this.#at
      const fraction = this.#whole()
      left -= this.#at - from
      if (left < 0) this.#isWrong = true
      value = value * TENS[digits - Math.max(left, 0)]! + fraction
    }
    value *= TENS[Math.max(left, 0)]!
    return isNegative ? -value : value
  }

  #skipText(): void {
    const end = this.#bytes.indexOf(QUOTE, this.#at)
    // A longer name is not one, and might run into the next line.
    if (end < 0 || end - this.#at > 64) this.#isWrong = true
    else this.#at = end
  }

  #side(): BookSide {
    const [first, second] = [this.#bytes[this.#at], this.#bytes[this.#at + 1]]
    // "yes" and "no" by their letters.
    if (first === 121 && second === 101 && this.#bytes[this.#at + 2] === 115) {
      this.#at += 3
      return 'bid'
    }
    if (first !== 110 || second !== 111) this.#isWrong = true
    this.#at += 2
    return 'ask'
  }

  /** Microseconds, by the text. */
  #time(): number {
    if (this.#isWrong) return 0
    const second = this.#seconds()
    if (this.#bytes[this.#at] !== POINT) return second
    const from = ++this.#at
    const fraction = this.#whole()
    const digits = this.#at - from
    if (digits > 6) this.#isWrong = true
    return second + fraction * TENS[6 - Math.min(digits, 6)]!
  }

  #seconds(): number {
    const from = this.#at
    this.#at += SECONDS
    let index = SECONDS - 1
    while (index >= 0 && this.#second[index] === this.#bytes[from + index]) index--
    if (index < 0) return this.#secondAt
    const text = Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset + from, SECONDS).toString('latin1')
    const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN
    if (!Number.isFinite(at)) {
      this.#isWrong = true
      return 0
    }
    this.#second.set(this.#bytes.subarray(from, from + SECONDS))
    this.#secondAt = at * 1_000
    return this.#secondAt
  }
}
