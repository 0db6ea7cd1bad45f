/** A rolling hash of 2 x 32 bits over whole numbers. Tells two histories apart; no defence against somebody who wants them alike. */
export class Fingerprint {
  #a = 0x9e3779b9
  #b = 0x7f4a7c15

  /** A whole number within the safe integers. */
  number(value: number): this {
    this.#mix(value | 0)
    this.#mix(Math.floor(value / 2 ** 32) | 0)
    return this
  }

  /** The lower 104 bits: exact up to 2e13 units of 1e-18. */
  wei(value: bigint): this {
    const low = Number(BigInt.asUintN(52, value))
    this.number(low)
    return this.number(Number(BigInt.asUintN(52, value >> 52n)))
  }

  text(value: string): this {
    for (let index = 0; index < value.length; index++) this.#mix(value.charCodeAt(index))
    this.#mix(value.length)
    return this
  }

  /** Goes on from what another has seen. */
  copy(): Fingerprint {
    return Fingerprint.from(this.words())
  }

  /** All that it remembers. */
  words(): readonly [number, number] {
    return [this.#a, this.#b]
  }

  static from([a, b]: readonly [number, number]): Fingerprint {
    const made = new Fingerprint()
    made.#a = a
    made.#b = b
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
