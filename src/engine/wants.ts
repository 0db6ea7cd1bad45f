import { Price, Size } from '../model/money.js'
import type { Take } from '../model/quote.js'
import type { Slot } from './slot.js'
import type { SlotSide } from './slot-side.js'

/** What a turn would like to open: a missing size of a side, or a taking order. */
export class Want {
  slot: Slot
  side: SlotSide
  /** Of a missing size, in YES terms. */
  price = Price.ONE
  size = Size.ORDER_MAX
  /** Distance of the side's nearest working order in ticks; an empty side counts as the largest distance. */
  distance = 0
  /** The side was owed (see the glossary) when this was wanted. */
  isOwed = false
  /** Its call was charged to the pace together with the removal before it. */
  isPaid = false
  /** null: it is a missing size. */
  take: Take | null = null

  constructor(slot: Slot, side: SlotSide) {
    this.slot = slot
    this.side = side
  }

  /** Makes it a missing size. */
  setMissing(slot: Slot, side: SlotSide, price: Price, size: Size): this {
    this.slot = slot
    this.side = side
    this.price = price
    this.size = size
    this.take = null
    return this
  }

  rank(distance: number, isOwed: boolean, isPaid: boolean): void {
    this.distance = distance
    this.isOwed = isOwed
    this.isPaid = isPaid
  }

  /** Makes it an order to take. */
  setTake(slot: Slot, side: SlotSide, take: Take): this {
    this.setMissing(slot, side, take.worst.price, take.worst.size)
    this.take = take
    return this
  }

  /** Whether it reduces the position of its market. */
  get lowers(): boolean {
    const { net } = this.slot.inventory.position
    return this.side.isBid ? net < 0 : net > 0
  }

  get weight(): number {
    return this.distance * this.size
  }
}

/** The wants of one turn, in reused objects. */
export class Wants {
  #all: Want[] = []
  /** Read only. */
  count = 0

  at(index: number): Want {
    return this.#all[index]!
  }

  /** Adds one, to be filled in. */
  next(slot: Slot, side: SlotSide): Want {
    const want = (this.#all[this.count] ??= new Want(slot, side))
    this.count++
    return want
  }

  /** First what reduces a position, then the largest distance × size. */
  sort(): void {
    const wanted = this.#all.slice(0, this.count)
    wanted.sort((a, b) => Number(b.lowers) - Number(a.lowers) || b.weight - a.weight)
    this.#all = [...wanted, ...this.#all.slice(this.count)]
  }

  clear(): void {
    this.count = 0
  }
}
