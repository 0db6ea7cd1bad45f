import { EventKind } from '../model/event.js'
import { MarketIndex } from '../model/ids.js'
import type { Market } from '../model/market.js'
import { Timestamp } from '../model/time.js'
import type { Gap } from './columns/recording.js'
import type { Rows } from './columns/rows.js'
import type { Run } from './merge-sources.js'

/** How long all markets must be silent for it to count as a gap, in microseconds. */
const SILENCE_MIN = 30_000_000
/** Gaps kept; a feed that breaks more often does not need a longer list. */
const GAPS_MAX = 10_000

/** Finds the gaps of a recording: all markets silent, or one market's feed lost or unreliable. */
export class GapFinder {
  readonly gaps: Gap[] = []
  from: Timestamp | null = null
  to: Timestamp | null = null
  readonly #markets: readonly Market[]
  readonly #darkSince = new Map<MarketIndex, Timestamp>()

  constructor(markets: readonly Market[]) {
    this.#markets = markets
  }

  /** Takes rows in the order of arrival. */
  take({ rows, from, to }: Run): void {
    for (let row = from; row < to; row++) {
      const receivedAt = Timestamp.of(rows.receivedAt[row]!)
      this.from ??= receivedAt
      if (this.to !== null && receivedAt - this.to >= SILENCE_MIN) this.#note({ from: this.to, to: receivedAt, market: null })
      this.to = receivedAt
      if (rows.kind[row]! >= EventKind.CLEAR) this.#state(rows, row, receivedAt)
    }
  }

  /** A feed that never came back was dark until the end. */
  close(): void {
    for (const market of [...this.#darkSince.keys()]) if (this.to !== null) this.#lighten(market, this.to)
  }

  #state(rows: Rows, row: number, at: Timestamp): void {
    const market = MarketIndex.of(rows.market[row]!)
    const kind = rows.kind[row]!
    const isFeed = kind === EventKind.RARE && rows.rare[rows.price[row]!]?.kind === 'feed'
    if (isFeed && !this.#darkSince.has(market)) this.#darkSince.set(market, at)
    if (kind === EventKind.CLEAR && this.#darkSince.size > 0) this.#lighten(market, at)
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
