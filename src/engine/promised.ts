/** Cash that is not free, of all markets of a desk, in 1e-10. */
export class Promised {
  /** Behind resting buys, fees included. */
  reserved = 0
  /** Owed for buys that are not settled yet. */
  unpaid = 0
  /** Another one after each market whose fills were read again, and each market that is forgotten. */
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
