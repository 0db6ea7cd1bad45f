/** In which lists of its market an order stands. The owner of a list says when it takes the order in and when it lets it go. */
export class OrderListing {
  /** Among the orders that a turn looks at. */
  isOpen = false
  /** Among the ghosts, whose sum counts this much of it. */
  isGhost = false
  ghostLoss = 0
  /** The venue has listed a match of it that has no name yet: its fill is still to come. */
  isUnnamed = false

  open(): void {
    this.isOpen = true
  }

  close(): void {
    this.isOpen = false
  }

  /** It is a ghost, of which `loss` is counted. */
  haunt(loss: number): void {
    this.isGhost = true
    this.ghostLoss = loss
  }

  /** It is no ghost any more. */
  rest(): void {
    this.isGhost = false
  }

  awaitName(): void {
    this.isUnnamed = true
  }

  named(): void {
    this.isUnnamed = false
  }
}
