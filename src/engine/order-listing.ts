/** Which lists of its market contain an order. The owner of a list sets and clears its field. */
export class OrderListing {
  /** Among the orders that a turn looks at. */
  isOpen = false
  /** Among the ghosts, whose sum includes this loss of it. */
  isGhost = false
  ghostLoss = 0
  /** The venue has listed a match of it that has no name yet: its fill will still be reported. */
  isUnnamed = false

  open(): void {
    this.isOpen = true
  }

  close(): void {
    this.isOpen = false
  }

  /** It becomes a ghost, counted with `loss`. */
  addGhost(loss: number): void {
    this.isGhost = true
    this.ghostLoss = loss
  }

  /** It is no longer a ghost. */
  dropGhost(): void {
    this.isGhost = false
  }

  awaitName(): void {
    this.isUnnamed = true
  }

  named(): void {
    this.isUnnamed = false
  }
}
