import type { MarketIndex } from './ids.js'
import type { Market } from './market.js'
import { marketIn, type VenueMode } from './venue-mode.js'

/** Keeps the markets' own definitions while the venue's mode allows less than they do. */
export class VenueTerms {
  mode: VenueMode = 'open'
  readonly #own = new Map<MarketIndex, Market>()

  enter(mode: VenueMode): void {
    this.mode = mode
  }

  /** A definition as the venue's mode restricts it. */
  of(market: Market): Market {
    const now = marketIn(this.mode, market)
    if (now === market) this.#own.delete(market.index)
    else this.#own.set(market.index, market)
    return now
  }

  /** The market's own definition, looked up by the restricted one. */
  ownOf(market: Market): Market {
    return this.#own.get(market.index) ?? market
  }

  forget(market: MarketIndex): void {
    this.#own.delete(market)
  }
}
