import type { MarketEvent } from '../model/event.js'
import type { MarketIndex } from '../model/ids.js'
import type { Market } from '../model/market.js'
import type { Timestamp } from '../model/time.js'
import type { Gap } from './recording.js'

/** Silence of all markets that is worth a word, in microseconds. */
const SILENCE_MIN = 30_000_000
/** Gaps kept; a feed that breaks more often has no use for a longer list. */
const GAPS_MAX = 10_000

/** Finds the stretches of a recording in which nothing was heard: everything silent, or one market's feed lost or not to be trusted. */
export class GapFinder {
  readonly gaps: Gap[] = []
  from: Timestamp | null = null
  to: Timestamp | null = null
  readonly #markets: readonly Market[]
  readonly #darkSince = new Map<MarketIndex, Timestamp>()

  constructor(markets: readonly Market[]) {
    this.#markets = markets
  }

  /** Sees each event in the order of arrival. */
  take(event: MarketEvent): void {
    const { receivedAt } = event
    this.from ??= receivedAt
    if (this.to !== null && receivedAt - this.to >= SILENCE_MIN) this.#note({ from: this.to, to: receivedAt, market: null })
    this.to = receivedAt
    if (event.kind === 'feed' && !this.#darkSince.has(event.market)) this.#darkSince.set(event.market, receivedAt)
    if (event.kind === 'clear' && this.#darkSince.size > 0) this.#lighten(event.market, receivedAt)
  }

  /** Feeds that never came back were dark to the end. */
  close(): void {
    for (const market of [...this.#darkSince.keys()]) if (this.to !== null) this.#lighten(market, this.to)
  }

  #lighten(market: MarketIndex, to: Timestamp): void {
    const from = this.#darkSince.get(market)
    this.#darkSince.delete(market)
    if (from !== undefined) this.#note({ from, to, market: this.#markets[market]?.id ?? null })
  }

  #note(gap: Gap): void {
    if (this.gaps.length < GAPS_MAX) this.gaps.push(gap)
  }
}
