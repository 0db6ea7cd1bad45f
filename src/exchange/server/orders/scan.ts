const [DIGIT, HEX, LETTER, SPACE] = [1, 2, 4, 8]
const QUOTE = 34
const COLON = 58
/** The greatest of all spaces. */
const BLANK = 32

/** What each byte may be part of. */
const KINDS = new Uint8Array(256)
const mark = (signs: string, kind: number): void => {
  for (const byte of Buffer.from(signs)) KINDS[byte]! |= kind
}
mark('0123456789', DIGIT)
mark('0123456789abcdefABCDEF', HEX)
mark('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_', LETTER)
mark(' \t\n\r', SPACE)

/** A number of more digits is perhaps no safe integer. */
const WHOLE_MAX = 15

/**
 * Reads JSON from its beginning to its end where it is as expected: each step says what comes next. Where something else does the scan fails, for good,
 * and goes on without meaning; whoever scans asks at the end whether it was whole.
 */
export class Scan {
  readonly #bytes: Uint8Array
  /** One sign for each byte, which is right for all that is ever taken. */
  readonly #text: string
  #at = 0
  #isGood = true

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#text = bytes.toString('latin1')
  }

  /** Everything was as expected, and nothing is left. */
  get isWhole(): boolean {
    this.#skipSpace()
    return this.#isGood && this.#at === this.#bytes.length
  }

  /** Answers false, so that it can stand where a value is read. */
  fail(): false {
    this.#isGood = false
    this.#at = this.#bytes.length
    return false
  }

  /** Steps over a sign, if that comes next. */
  take(sign: number): boolean {
    this.#skipSpace()
    if (this.#bytes[this.#at] !== sign) return false
    this.#at++
    return true
  }

  /** Steps over a word without quotes, if that comes next. */
  skip(word: string): boolean {
    this.#skipSpace()
    if (!this.#text.startsWith(word, this.#at)) return false
    this.#at += word.length
    return true
  }

  /** Steps over these bytes, if they come next. */
  skipBytes(sign: Uint8Array): boolean {
    const bytes = this.#bytes
    const at = this.#at
    for (let index = 0; index < sign.length; index++) if (bytes[at + index] !== sign[index]) return false
    this.#at = at + sign.length
    return true
  }

  /** The name of a field, up to its value. */
  name(): string {
    const name = this.#quoted(LETTER)
    if (!this.take(COLON)) this.fail()
    return name
  }

  /** One of some words in quotes. */
  oneOf<const T extends string>(words: readonly T[]): T {
    const found = this.#quoted(LETTER)
    for (const word of words) if (word === found) return word
    this.fail()
    return found as T
  }

  /** Digits in quotes, at least one. */
  digits(most: number): string {
    const found = this.#quoted(DIGIT)
    if (found.length === 0 || found.length > most) this.fail()
    return found
  }

  /** So many hex digits in quotes, behind 0x. */
  hex(length: number): string {
    const found = this.#quoted(HEX, '0x')
    if (found.length !== '0x'.length + length) this.fail()
    return found
  }

  /** Hex digits in quotes, with or without 0x, or none at all. */
  anyHex(most: number): string {
    this.#skipSpace()
    const found = this.#text.startsWith('"0x', this.#at) ? this.#quoted(HEX, '0x') : this.#quoted(HEX)
    if (found.length > most) this.fail()
    return found
  }

  /** A whole number without sign, of so many digits that every one is exact. */
  whole(): number {
    this.#skipSpace()
    const from = this.#at
    const to = this.#run(DIGIT, from)
    const digits = to - from
    // JSON writes no "01".
    if (digits === 0 || digits > WHOLE_MAX || (digits > 1 && this.#text.startsWith('0', from))) this.fail()
    else this.#at = to
    return Number(this.#text.slice(from, to))
  }

  /** Text in quotes that begins like this and goes on with signs of a kind. */
  #quoted(kind: number, prefix = ''): string {
    this.#skipSpace()
    const from = this.#at + 1
    if (this.#bytes[this.#at] !== QUOTE || (prefix !== '' && !this.#text.startsWith(prefix, from))) {
      this.fail()
      return ''
    }
    const to = this.#run(kind, from + prefix.length)
    if (this.#bytes[to] === QUOTE) this.#at = to + 1
    else this.fail()
    return this.#text.slice(from, to)
  }

  /** Where the signs of a kind end. */
  #run(kind: number, from: number): number {
    const bytes = this.#bytes
    let at = from
    while (at < bytes.length && (KINDS[bytes[at]!]! & kind) !== 0) at++
    return at
  }

  #skipSpace(): void {
    if (this.#bytes[this.#at]! <= BLANK) this.#at = this.#run(SPACE, this.#at)
  }
}
