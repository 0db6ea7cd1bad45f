import type { MarketEvent } from '../../model/event.js'
import type { MarketId, MarketIndex } from '../../model/ids.js'
import type { Market } from '../../model/market.js'

/** Maps each market index of a log to a market over time: a run reuses the index of a market that left. */
export class LogMarkets {
  /** All markets that the log has named. */
  readonly seen = new Set<MarketId>()
  /** The id of a market that left is kept until its index is reused, for late messages. */
  readonly #ids = new Map<number, MarketId>()

  constructor(markets: readonly Market[]) {
    for (const market of markets) this.#join(market)
  }

  /** undefined: no market of the log has had this index yet. */
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
