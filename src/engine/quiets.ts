import type { MarketId } from '../model/ids.js'
import type { BookSide } from '../model/money.js'
import { Timestamp } from '../model/time.js'
import type { DeskState } from './desk-state.js'

/** When each side of a market was last refused, or its order ended by the venue. */
export interface Quiet {
  bid: Timestamp
  ask: Timestamp
}

/** Records when each side of each market was last refused, or its order ended by the venue. */
export class Quiets {
  readonly #state: DeskState['quiet']
  readonly #all = new Map<MarketId, Quiet>()

  constructor({ quiet }: Pick<DeskState, 'quiet'>) {
    this.#state = quiet
  }

  /** One object for each market, updated for the ledger's life. */
  of(market: MarketId): Quiet {
    const known = this.#all.get(market)
    if (known !== undefined) return known
    const quiet = this.#state.get(market) ?? { bid: Timestamp.ZERO, ask: Timestamp.ZERO }
    this.#all.set(market, quiet)
    return quiet
  }

  /** The market left: nothing is quoted there until it joins again. */
  forget(market: MarketId): void {
    this.#all.delete(market)
    this.#state.delete(market)
  }

  /** A side was refused, or the venue ended its order. */
  hush(market: MarketId, side: BookSide, at: Timestamp): void {
    const quiet = this.of(market)
    quiet[side] = Timestamp.max(quiet[side], at)
    // The state lists only markets in which a side was ever quiet, in that order.
    this.#state.set(market, quiet)
  }
}
