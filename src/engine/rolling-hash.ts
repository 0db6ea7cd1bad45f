/**
 * A hash of a sequence of values: two 32-bit lanes of multiply and xor. Cheap enough for every command and report; not secure against an adversary.
 */
export class RollingHash {
  // Signed from the first value on, so that a lane is never stored as a double.
  #a = 0x811c9dc5 | 0
  #b = 0x9e3779b9 | 0

  /** For integers up to 2^53, all bits count. */
  add(value: number): void {
    this.#mix(value | 0)
    this.#mix((value / 4_294_967_296) | 0)
  }

  /** Two characters a step. A state is a long text, so the lanes are local variables meanwhile. */
  addText(text: string): void {
    const { length } = text
    let a = this.#a
    let b = this.#b
    for (let i = 0; i < length; i += 2) {
      const word = i + 1 < length ? (text.charCodeAt(i) << 16) | text.charCodeAt(i + 1) : text.charCodeAt(i)
      a = Math.imul(a ^ word, 0x01000193)
      b = Math.imul(b + word, 0x85ebca6b)
      a ^= a >>> 15
      b ^= b >>> 13
    }
    this.#a = a
    this.#b = b
    this.#mix(length)
  }

  /** An integer from 0 to 2^106, with all its bits. */
  addBig(value: bigint): void {
    WIDE[0] = value
    this.#mix((NARROW[0] ?? 0) | 0)
    this.#mix((NARROW[1] ?? 0) & 0x1fffff)
    this.add(Number(value) / LANE)
  }

  /** 16 hex digits of everything added so far. */
  digest(): string {
    return hex(this.#a) + hex(this.#b)
  }

  #mix(word: number): void {
    const a = Math.imul(this.#a ^ word, 0x01000193)
    const b = Math.imul(this.#b + word, 0x85ebca6b)
    this.#a = a ^ (a >>> 15)
    this.#b = b ^ (b >>> 13)
  }
}

/** One more than the largest exact integer of a double. */
const LANE = 2 ** 53
/** Splits a bigint into words without allocating another. */
const WIDE = new BigUint64Array(1)
const NARROW = new Uint32Array(WIDE.buffer)

const hex = (value: number): string => (value >>> 0).toString(16).padStart(8, '0')
