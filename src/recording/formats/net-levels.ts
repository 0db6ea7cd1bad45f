import type { MarketEvent, Stamp } from '../../model/event.js'
import type { MarketIndex } from '../../model/ids.js'
import { type BookSide, type Price, Size } from '../../model/money.js'

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
  /** The size last emitted for it. */
  told: number
}

/**
 * Subtracts the recorder's own sizes from the levels of recorded books. An order's answer and the book that shows the order arrive on two streams, so
 * a change of our size is applied with the next book only: if the answer came first, the size of the others does not seem to move.
 */
export class NetLevels {
  readonly #markets = new Map<MarketIndex, Map<number, Held>>()
  /** Markets in which we had orders, so that what is emitted may differ from what was shown. */
  readonly #quoted = new Set<MarketIndex>()
  readonly #netted = new Set<MarketIndex>()
  /** Levels at which our size changed since the last book of their market. */
  readonly #changed = new Map<MarketIndex, Set<Held>>()

  /** Markets in which something was subtracted from a shown level. Orders that had ended before the first book do not count. */
  get netted(): ReadonlySet<MarketIndex> {
    return this.#netted
  }

  /** A level without our size; null: only our size changed. */
  take(event: LevelEvent): LevelEvent | null {
    const held = this.#at(event)
    const { shown, told } = held
    held.shown = event.size
    this.#note(held)
    if (!this.#quoted.has(event.market)) return event
    return told === held.told && shown !== held.shown ? null : { ...event, size: Size.of(held.told) }
  }

  /** A whole book follows: forget the shown sizes, keep ours. */
  clear(market: MarketIndex): void {
    for (const held of this.#markets.get(market)?.values() ?? []) {
      held.shown = 0
      held.told = 0
    }
  }

  /** Records a change of our size at a level. */
  change(place: Place, change: number): void {
    const held = this.#at(place)
    held.own = Math.max(0, held.own + change)
    this.#quoted.add(place.market)
    const changed = this.#changed.get(place.market) ?? new Set()
    this.#changed.set(place.market, changed.add(held))
  }

  /** After a book of a market: corrected events for levels where our size changed and the book had no row. */
  settle(market: MarketIndex, stamp: Stamp): readonly LevelEvent[] {
    const changed = [...(this.#changed.get(market) ?? [])].filter(held => net(held) !== held.told)
    this.#changed.delete(market)
    return changed.map(held => {
      this.#note(held)
      return { ...stamp, ...held.place, kind: 'level', size: Size.of(held.told), cause: 'unexplained' }
    })
  }

  #note(held: Held): void {
    held.told = net(held)
    if (held.told !== held.shown) this.#netted.add(held.place.market)
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
