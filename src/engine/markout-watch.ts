import type { Fill } from '../model/fill.js'
import type { FillKey } from '../model/ids.js'
import type { Place } from '../model/intent.js'
import { type BookSide, inYesTerms, Price, Size } from '../model/money.js'
import { Timestamp } from '../model/time.js'
import type { Account } from './account.js'
import { type Slot, sideOf } from './slot.js'
import { Word } from './word-ring.js'

/** A fill whose markout is due later. Prices in 1/10,000 of YES, off the grid. */
interface Awaited {
  readonly key: FillKey
  readonly slot: Slot
  readonly side: BookSide
  readonly price: number
  readonly shares: number
  readonly dueAt: number
}

/** Measures the gain of our fills a horizon later, and stops a side of a market whose recent fills gained less than the floor. */
export class MarkoutWatch {
  /** When the next markout can be read. */
  dueAt = Number.POSITIVE_INFINITY
  readonly #account: Account
  /** By due time: the horizon is the same for all. */
  #awaited: Awaited[] = []

  constructor(account: Account) {
    this.#account = account
  }

  /** Adds a new fill, and drops a failed one. */
  hear(word: Word, fill: Fill, slot: Slot, isNew: boolean): void {
    const { settings, clock } = this.#account
    const limits = settings.limits.markout ?? null
    if (limits === null) return
    if (word === Word.FAILED) this.#awaited = this.#awaited.filter(({ key }) => key !== fill.key)
    else if (isNew && fill.shares > 0n) {
      const own = (Number(fill.value) / Number(fill.shares)) * Price.ONE
      const { side } = inYesTerms({ ...fill, price: Price.of(Price.ONE / 2) })
      const price = fill.outcome === 'yes' ? own : Price.ONE - own
      const dueAt = clock.now + limits.horizonSeconds * 1_000_000
      this.#awaited.push({ key: fill.key, slot, side, price, shares: Number(fill.shares) / 1e18, dueAt })
    }
    this.dueAt = this.#awaited[0]?.dueAt ?? Number.POSITIVE_INFINITY
  }

  /** Reads the markouts that are due. Returns the markets of which a side was stopped. */
  measure(): readonly Slot[] {
    const { now } = this.#account.clock
    const stopped = new Set<Slot>()
    let read = 0
    while (read < this.#awaited.length && this.#awaited[read]!.dueAt <= now) {
      const awaited = this.#awaited[read++]!
      if (this.#read(awaited)) stopped.add(awaited.slot)
    }
    this.#awaited.splice(0, read)
    this.dueAt = this.#awaited[0]?.dueAt ?? Number.POSITIVE_INFINITY
    return [...stopped]
  }

  /** Adds one to its side's window. Returns whether that stopped the side. */
  #read({ slot, side, price, shares }: Awaited): boolean {
    const { settings, clock, ledger } = this.#account
    const limits = settings.limits.markout ?? null
    const { depth, mark } = slot
    const middle = mark.middle(depth.market)
    // Without a two-sided book there was no price to compare with.
    if (limits === null || middle === null) return false
    const { markouts } = sideOf(slot, side)
    const { tick } = depth.market
    markouts.add((side === 'bid' ? middle - price : price - middle) / tick, shares, limits.windowFills)
    const found = Math.round(markouts.average * 100) / 100
    if (markouts.count < limits.windowFills || found >= limits.floorTicks) return false
    markouts.clear()
    if (ledger.stops.of(slot.id)[side] > clock.now) return false
    this.#stop(slot, side, found)
    return true
  }

  /** The refusal is what the journal keeps, so a restart has the stop as well. */
  #stop(slot: Slot, side: BookSide, found: number): void {
    const { settings, clock, ledger, news } = this.#account
    const { floorTicks: limit, stopSeconds } = settings.limits.markout!
    const stopsUntil = Timestamp.add(clock.now, stopSeconds * 1_000_000)
    const note = `the ${side} is stopped for ${stopSeconds} s`
    const refusal = { intent: nothingOn(slot, side), rule: 'markout', limit, found, note, stopsUntil }
    ledger.refuse(refusal, clock.now)
    news.refused(refusal)
    slot.attention.ordersChanged()
  }
}

/** An order of size 0, which stands for a whole side. */
const nothingOn = ({ index }: Slot, side: BookSide): Place => ({
  kind: 'place',
  ...{ market: index, outcome: side === 'bid' ? 'yes' : 'no', side: 'buy', style: 'post-only' },
  ...{ price: Price.of(Price.ONE / 2), size: Size.ZERO, expiresAt: Timestamp.ZERO },
})
