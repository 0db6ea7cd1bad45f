import type { MarketEvent, Stamp } from '../model/event.js'
import type { MarketIndex } from '../model/ids.js'
import { type BookSide, type Price, Size } from '../model/money.js'

type LevelEvent = MarketEvent & { readonly kind: 'level' }

interface Place {
  readonly market: MarketIndex
  readonly side: BookSide
  readonly price: Price
}

interface Held {
  readonly place: Place
  shown: number
  own: number
  /** What was told of it last. */
  told: number
}

/**
 * The levels of recorded books without the sizes that were the recorder's own. The venue's answer to an order and the book that shows it come by two
 * ways, so what changed of ours is told with the next book only: where the answer came first, nothing of others seems to move.
 */
export class NetLevels {
  readonly #markets = new Map<MarketIndex, Map<number, Held>>()
  readonly #netted = new Set<MarketIndex>()
  /** Levels at which ours changed since the last book of their market. */
  readonly #changed = new Map<MarketIndex, Set<Held>>()

  /** The markets in which something was taken out. */
  get netted(): ReadonlySet<MarketIndex> {
    return this.#netted
  }

  /** What is told of a level without ours; null: only ours changed. */
  take(event: LevelEvent): LevelEvent | null {
    const held = this.#at(event)
    const { shown, told } = held
    held.shown = event.size
    held.told = net(held)
    if (!this.#netted.has(event.market)) return event
    return told === held.told && shown !== held.shown ? null : { ...event, size: Size.of(held.told) }
  }

  /** A whole book follows: what was shown counts no more, what is ours does. */
  clear(market: MarketIndex): void {
    for (const held of this.#markets.get(market)?.values() ?? []) {
      held.shown = 0
      held.told = 0
    }
  }

  /** Notes that our orders at a level became more or less. */
  change(place: Place, change: number): void {
    const held = this.#at(place)
    held.own = Math.max(0, held.own + change)
    this.#netted.add(place.market)
    const changed = this.#changed.get(place.market) ?? new Set()
    this.#changed.set(place.market, changed.add(held))
  }

  /** After a book of a market: what is left of others where ours changed and the book did not say so itself. */
  settle(market: MarketIndex, stamp: Stamp): readonly LevelEvent[] {
    const changed = [...(this.#changed.get(market) ?? [])].filter(held => net(held) !== held.told)
    this.#changed.delete(market)
    return changed.map(held => {
      held.told = net(held)
      return { ...stamp, ...held.place, kind: 'level', size: Size.of(held.told), cause: 'unexplained' }
    })
  }

  #at({ market, side, price }: Place): Held {
    const levels = this.#markets.get(market) ?? new Map<number, Held>()
    this.#markets.set(market, levels)
    const key = side === 'bid' ? price : -price
    const known = levels.get(key) ?? { place: { market, side, price }, shown: 0, own: 0, told: 0 }
    levels.set(key, known)
    return known
  }
}

const net = ({ shown, own }: Held): number => Math.max(0, shown - own)
