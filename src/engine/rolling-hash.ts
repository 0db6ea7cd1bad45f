/** A fingerprint of what went by: two 32-bit lanes of multiply and xor. Cheap enough for every command and report; no defence against an adversary. */
export class RollingHash {
  #a = 0x811c9dc5
  #b = 0x9e3779b9

  /** Whole numbers up to 2^53 count with all their bits. */
  add(value: number): void {
    this.#mix(value | 0)
    this.#mix((value / 4_294_967_296) | 0)
  }

  /** Two characters a word. */
  addText(text: string): void {
    const { length } = text
    for (let i = 1; i < length; i += 2) this.#mix((text.charCodeAt(i - 1) << 16) | text.charCodeAt(i))
    if (length % 2 === 1) this.#mix(text.charCodeAt(length - 1))
    this.#mix(length)
  }

  /** Any whole number, with all its bits. */
  addBig(value: bigint): void {
    let rest = value < 0n ? -value : value
    this.#mix(value < 0n ? 1 : 0)
    for (; rest > LANE; rest >>= 53n) this.add(Number(rest & LANE))
    this.add(Number(rest))
  }

  /** 16 hex digits of all that was added so far. */
  digest(): string {
    return hex(this.#a) + hex(this.#b)
  }

  #mix(word: number): void {
    this.#a = Math.imul(this.#a ^ word, 0x01000193)
    this.#a ^= this.#a >>> 15
    this.#b = Math.imul(this.#b + word, 0x85ebca6b)
    this.#b ^= this.#b >>> 13
  }
}

/** The bits that a double holds exactly. */
const LANE = 2n ** 53n - 1n

const hex = (value: number): string => (value >>> 0).toString(16).padStart(8, '0')
