import type { MarketEvent } from '../../model/event.js'
import type { Market } from '../../model/market.js'
import type { MarketsWanted } from '../../model/markets-wanted.js'
import { Timestamp } from '../../model/time.js'
import type { Recording } from '../../recording/columns/recording.js'
import { chooseMarkets } from '../../runtime/choose-markets.js'

interface PlacesOptions {
  readonly recording: Pick<Recording, 'markets' | 'joining' | 'references' | 'coverage'>
  /** In the order of the config: if two strategies want a market, the first has it. */
  readonly wanted: readonly MarketsWanted[]
  /** True: filters exclude markets that a venue would not list, such as finished ones and references. */
  readonly isChoosy: boolean
}

/** Assigns a recording's markets as a run would. A market that was taken stays with its strategy until the recording says that it left. */
export class PlacedMarkets {
  readonly all: (number | null)[]
  readonly #options: PlacesOptions
  readonly #from: Timestamp
  /** Present markets that belong to a strategy, by index. */
  readonly #taken = new Map<number, number>()

  constructor(options: PlacesOptions) {
    const { markets, joining, coverage } = options.recording
    this.#options = options
    this.#from = coverage.from ?? Timestamp.ZERO
    this.all = markets.map(() => null)
    const later = new Set(joining)
    const offers = markets.filter(market => !later.has(market.id) && this.#isOffered(market)).map(offerOf)
    for (const { offer, stanza } of chooseMarkets({ offers, wanted: options.wanted, now: this.#from, taken: new Map() }))
      if (stanza !== null) this.#take(offer.market, stanza)
  }

  /** Applies markets that join and leave, in order. */
  follow(events: readonly MarketEvent[]): void {
    for (const event of events)
      if (event.kind === 'joined') this.#join(event.market, event.receivedAt)
      else if (event.kind === 'left') this.#taken.delete(event.market)
  }

  /** Every market that joins, for callers that ignore the times. */
  joinAll(): void {
    const { markets, joining } = this.#options.recording
    const later = new Set(joining)
    for (const market of markets) if (later.has(market.id)) this.#join(market, this.#from)
  }

  /** A market that comes back has its earlier strategy. */
  #join(market: Market, now: Timestamp): void {
    const before = this.all[market.index] ?? null
    const stanza = before ?? (this.#isOffered(market) ? this.#choose(market, now) : null)
    if (stanza !== null) this.#take(market, stanza)
  }

  #choose(market: Market, now: Timestamp): number | null {
    const offers = [offerOf(market)]
    const found = this.#options.wanted.findIndex(
      (wants, stanza) =>
        this.#hasRoom(wants, stanza) && chooseMarkets({ offers, wanted: [wants], now, taken: new Map() })[0]?.stanza === 0,
    )
    return found < 0 ? null : found
  }

  #hasRoom(wants: MarketsWanted, stanza: number): boolean {
    if (typeof wants !== 'object' || !('max' in wants) || wants.max === undefined) return true
    return [...this.#taken.values()].filter(other => other === stanza).length < wants.max
  }

  /** A market named by its id is always included. */
  #isOffered({ id, trading, result }: Market): boolean {
    const { recording, wanted, isChoosy } = this.#options
    if (!isChoosy || wanted.some(wants => Array.isArray(wants) && wants.includes(id))) return true
    return trading !== 'closed' && result === null && !recording.references.includes(id)
  }

  #take({ index }: Market, stanza: number): void {
    this.all[index] = stanza
    this.#taken.set(index, stanza)
  }
}

const offerOf = (market: Market) => ({ market, volumeUsd: null, spreadTicks: null })
