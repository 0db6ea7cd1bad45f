import { RollingHash } from '../src/engine/rolling-hash.js'
import type { CoreOrderStatus } from '../src/exchange/core/core-event.js'

/** Events of an account at its venue, as numbers. */
const ACCEPTED = 1
const ENDED = 2
const MATCHED = 3
const SETTLED = 4
const FAILED = 5
const PAID = 6
const ENDS: Readonly<Record<CoreOrderStatus, number>> = { OPEN: 0, FILLED: 1, CANCELLED: 2, EXPIRED: 3, INVALIDATED: 4 }

/**
 * A hash of everything that happened to an account at its venue, in order: accepted, ended, matched, settled and paid, with the numbers of orders and
 * matches, sizes in millionths, money in products and fees in wei.
 */
export class VenueHash {
  readonly #hash = new RollingHash()

  accepted(at: number, order: number): void {
    this.#add(ACCEPTED, at, order)
  }

  ended(at: number, order: number, status: CoreOrderStatus): void {
    this.#add(ENDED, at, order)
    this.#hash.add(ENDS[status])
  }

  matched(at: number, match: number): void {
    this.#add(MATCHED, at, match)
  }

  /** One of our orders' legs of the match just added. */
  leg(order: number, size: number, value: number, fee: bigint): void {
    this.#hash.add(order)
    this.#hash.add(size)
    this.#hash.add(value)
    if (fee !== 0n) this.#hash.addBig(fee)
  }

  settled(at: number, match: number): void {
    this.#add(SETTLED, at, match)
  }

  failed(at: number, match: number): void {
    this.#add(FAILED, at, match)
  }

  /** Both in wei. */
  paid(at: number, market: number, shares: bigint, value: bigint): void {
    this.#add(PAID, at, market)
    this.#hash.addBig(shares)
    this.#hash.addBig(value)
  }

  digest(): string {
    return this.#hash.digest()
  }

  #add(what: number, at: number, id: number): void {
    this.#hash.add(what)
    this.#hash.add(at)
    this.#hash.add(id)
  }
}
