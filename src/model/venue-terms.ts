import type { MarketIndex } from './ids.js'
import type { Market } from './market.js'
import { marketIn, type VenueMode } from './venue-mode.js'

/** The markets' own definitions, where the mode of their venue allows less than they do. */
export class VenueTerms {
  mode: VenueMode = 'open'
  readonly #own = new Map<MarketIndex, Market>()

  enter(mode: VenueMode): void {
    this.mode = mode
  }

  /** A definition as it holds now. */
  of(market: Market): Market {
    const now = marketIn(this.mode, market)
    if (now === market) this.#own.delete(market.index)
    else this.#own.set(market.index, market)
    return now
  }

  /** The market's own definition, by the one that holds. */
  ownOf(market: Market): Market {
    return this.#own.get(market.index) ?? market
  }

  forget(market: MarketIndex): void {
    this.#own.delete(market)
  }
}
