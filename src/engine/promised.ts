/** Cash that is not free, over all markets of a desk, in 1e-10. */
export class Promised {
  /** Behind resting buys, including fees. */
  reserved = 0
  /** Owed for unsettled buys. */
  unpaid = 0
  /** Changes whenever a market's fills were read again, or a market was forgotten. */
  version = 0

  reserve(change: number): void {
    this.reserved += change
  }

  owe(change: number): void {
    this.version++
    this.unpaid += change
  }

  forget(): void {
    this.version++
  }
}
