/** What happened, as a running hash and as the last lines of it. */
export class Trace {
  count = 0
  #high = 0x811c9dc5
  #low = 0x01000193
  readonly #startedAt: number
  readonly #last: string[] = []

  readonly #kept: number

  /** `kept`: how many of its last lines can be asked for. */
  constructor(startedAt: number, kept: number) {
    this.#startedAt = startedAt
    this.#kept = kept
  }

  note(at: number, name: string): void {
    this.count += 1
    const line = `${((at - this.#startedAt) / 1e6).toFixed(6)} ${name}`
    this.#mix(line)
    this.#last.push(line)
    if (this.#last.length > 2 * this.#kept) this.#last.splice(0, this.#kept)
  }

  /** Sixteen hex digits: two runs that differ anywhere differ here. */
  get hash(): string {
    return [this.#high, this.#low].map(half => (half >>> 0).toString(16).padStart(8, '0')).join('')
  }

  lastLines(): readonly string[] {
    return this.#last.slice(-this.#kept)
  }

  #mix(line: string): void {
    for (let place = 0; place < line.length; place++) {
      const code = line.charCodeAt(place)
      this.#high = Math.imul(this.#high ^ code, 0x01000193)
      this.#low = Math.imul(this.#low ^ (code + place), 0x85ebca6b)
    }
  }
}
