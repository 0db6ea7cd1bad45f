/** A growing list of numbers: a typed array that is replaced by one of twice the length when it is full. */
export class NumberColumn {
  length = 0
  #values = new Float64Array(64)

  push(value: number): void {
    if (this.length === this.#values.length) this.#grow()
    this.#values[this.length++] = value
  }

  at(row: number): number {
    return this.#values[row]!
  }

  set(row: number, value: number): void {
    this.#values[row] = value
  }

  /** A view of the current values. */
  get values(): Float64Array {
    return this.#values.subarray(0, this.length)
  }

  #grow(): void {
    const values = new Float64Array(this.#values.length * 2)
    values.set(this.#values)
    this.#values = values
  }
}
