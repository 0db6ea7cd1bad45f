import type { MarketEvent } from '../model/event.js'
import type { MarketId, MarketIndex } from '../model/ids.js'
import type { Market } from '../model/market.js'

/** Which market each index of a log means: a run gives the index of a market that left to one that joins. */
export class LogMarkets {
  /** Every market that the log has told of. */
  readonly seen = new Set<MarketId>()
  /** The id of a market that left stays until its index has another one, for what is said late. */
  readonly #ids = new Map<number, MarketId>()

  constructor(markets: readonly Market[]) {
    for (const market of markets) this.#join(market)
  }

  /** undefined: no market of the log has had the index yet. */
  idOf(market: MarketIndex | number): MarketId | undefined {
    return this.#ids.get(market)
  }

  take(event: MarketEvent): void {
    if (event.kind === 'joined') this.#join(event.market)
  }

  #join({ id, index }: Market): void {
    this.#ids.set(index, id)
    this.seen.add(id)
  }
}
