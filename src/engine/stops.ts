import type { MarketId } from '../model/ids.js'
import type { BookSide } from '../model/money.js'
import { Timestamp } from '../model/time.js'
import type { DeskState } from './desk-state.js'

/** Until when each side of a market is stopped by its markout; `Timestamp.ZERO`: it is not. */
export interface Stop {
  bid: Timestamp
  ask: Timestamp
}

/** Records which sides of which markets are stopped. The only writer of `stops`. */
export class Stops {
  readonly #state: Pick<DeskState, 'stops'>
  readonly #all = new Map<MarketId, Stop>()

  constructor(state: Pick<DeskState, 'stops'>) {
    this.#state = state
  }

  /** One object for each market, updated for the ledger's life. */
  of(market: MarketId): Stop {
    const known = this.#all.get(market)
    if (known !== undefined) return known
    const stop = this.#state.stops?.get(market) ?? { bid: Timestamp.ZERO, ask: Timestamp.ZERO }
    this.#all.set(market, stop)
    return stop
  }

  get isAny(): boolean {
    return (this.#state.stops?.size ?? 0) > 0
  }

  /** Stops a side. Stops that are over are dropped. */
  stop(market: MarketId, side: BookSide, until: Timestamp, at: Timestamp): void {
    const stops = (this.#state.stops ??= new Map())
    for (const [id, { bid, ask }] of stops) if (bid <= at && ask <= at) stops.delete(id)
    const stop = this.of(market)
    stop[side] = Timestamp.max(stop[side], until)
    stops.set(market, stop)
  }

  /** A person resumes: every side may trade again. */
  lift(): void {
    for (const stop of this.#all.values()) stop.bid = stop.ask = Timestamp.ZERO
    if (this.#state.stops !== undefined) this.#state.stops.clear()
  }

  /** The same for one market. */
  liftOf(market: MarketId): void {
    const stop = this.#all.get(market)
    if (stop !== undefined) stop.bid = stop.ask = Timestamp.ZERO
    this.#state.stops?.delete(market)
  }

  /** The market left. Its stop stays in the state until it is over, and applies again if the market joins again. */
  forget(market: MarketId): void {
    this.#all.delete(market)
  }
}
