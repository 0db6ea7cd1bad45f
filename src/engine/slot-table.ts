import type { Reference } from './references.js'
import type { Slot } from './slot.js'

const NO_READERS: readonly Slot[] = []

/** The markets of a desk, including those that left and are not forgotten yet: as a list, and by index. */
export class SlotTable {
  /** By index. */
  readonly all: Slot[] = []
  /** undefined: no market of this desk has the index. */
  readonly at: (Slot | undefined)[] = []
  readonly #readers = new Map<Reference, Slot[]>()

  /** The markets whose strategies declare a reference. */
  readersOf(reference: Reference): readonly Slot[] {
    return this.#readers.get(reference) ?? NO_READERS
  }

  /** Throws a RangeError if the index is still in use. */
  add(slot: Slot): void {
    const { index } = slot
    const other = this.at[index]
    if (other !== undefined)
      throw new RangeError(`market ${slot.id} joins at index ${index}, which is not free before ${other.id} is forgotten`)
    while (this.at.length <= index) this.at.push(undefined)
    this.at[index] = slot
    const place = this.all.findIndex(each => each.index > index)
    this.all.splice(place === -1 ? this.all.length : place, 0, slot)
    for (const reference of slot.references) {
      const readers = this.#readers.get(reference)
      if (readers === undefined) this.#readers.set(reference, [slot])
      else readers.push(slot)
    }
  }

  remove(slot: Slot): void {
    this.at[slot.index] = undefined
    this.all.splice(this.all.indexOf(slot), 1)
    for (const reference of slot.references) {
      const readers = this.#readers.get(reference) ?? []
      readers.splice(readers.indexOf(slot), 1)
    }
  }
}
