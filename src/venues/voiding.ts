/** An exchange contract, and the nonce that it requires in the wallet's orders now. */
export interface NoncePlace {
  /** Which contract it is, for people. */
  readonly name: string
  readonly contract: string
  readonly nonce: bigint
}

/**
 * Makes orders invalid that were signed before. At a venue that settles by a contract, a removed order is only taken off the book: until it expires,
 * a program that has its signature may still settle it.
 */
export interface Voiding {
  /** Each contract for which the wallet can sign orders. Rejects with a `VenueError`. */
  list(): Promise<readonly NoncePlace[]>
  /**
   * Raises the nonce at one of the list, and looks afterwards whether it rose: every order signed with the old one is invalid from then on. Resolves
   * with the hash of the transaction. Rejects with a `VenueError`; nothing was sent if the call would fail.
   */
  raise(one: NoncePlace): Promise<string>
}
