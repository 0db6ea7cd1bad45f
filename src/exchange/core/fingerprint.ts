/** Buffer in which a bigint is cut into words: shifts and masks would allocate a new bigint for each word. */
const WORDS = new DataView(new ArrayBuffer(16))

/** A rolling hash of 2 x 32 bits over whole numbers. Tells histories apart; it is not cryptographic. */
export class Fingerprint {
  // Signed 32-bit values from the start, as the mixing produces them: V8 keeps them as small integers and not as doubles.
  #a = 0x9e3779b9 | 0
  #b = 0x7f4a7c15

  /** A whole number within the safe integers. */
  number(value: number): this {
    this.#mix(value | 0)
    this.#mix(Math.floor(value / 2 ** 32) | 0)
    return this
  }

  /** The lower 104 bits: exact up to 2e13 units of 1e-18. */
  wei(value: bigint): this {
    WORDS.setBigInt64(0, value, true)
    WORDS.setBigInt64(8, value >> 64n, true)
    const middle = WORDS.getUint32(4, true)
    const upper = WORDS.getUint32(8, true)
    // Two numbers of 52 bits, each mixed as `number` mixes one.
    this.#mix(WORDS.getInt32(0, true))
    this.#mix(middle & 0xfffff)
    this.#mix((middle >>> 20) | (upper << 12))
    this.#mix((upper >>> 20) | ((WORDS.getUint32(12, true) & 0xff) << 12))
    return this
  }

  text(value: string): this {
    for (let index = 0; index < value.length; index++) this.#mix(value.charCodeAt(index))
    this.#mix(value.length)
    return this
  }

  /** Continues another fingerprint. */
  copy(): Fingerprint {
    return Fingerprint.from(this.words())
  }

  /** The state: two words of 32 bits. */
  words(): readonly [number, number] {
    return [this.#a, this.#b]
  }

  static from([a, b]: readonly [number, number]): Fingerprint {
    const made = new Fingerprint()
    made.#a = a | 0
    made.#b = b | 0
    return made
  }

  /** 16 hex digits. */
  hex(): string {
    return (this.#a >>> 0).toString(16).padStart(8, '0') + (this.#b >>> 0).toString(16).padStart(8, '0')
  }

  #mix(word: number): void {
    const a = Math.imul(this.#a ^ word, 0x85ebca6b)
    this.#a = a ^ (a >>> 13)
    const b = Math.imul(this.#b + word, 0xc2b2ae35)
    this.#b = (b << 15) | (b >>> 17)
  }
}
