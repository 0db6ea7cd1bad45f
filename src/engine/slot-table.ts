import type { MarketIndex } from '../model/ids.js'
import type { Slot } from './slot.js'

/** The markets of a desk, those that left and are not forgotten yet included: as a list to go through, and by index. */
export class SlotTable {
  /** In the order of their indexes. */
  readonly all: Slot[] = []
  /** undefined: no market of this desk has the index. */
  readonly at: (Slot | undefined)[] = []

  /** Throws a RangeError where the index is still in use. */
  add(slot: Slot): void {
    const { index } = slot
    const other = this.at[index]
    if (other !== undefined)
      throw new RangeError(`market ${slot.id} joins at index ${index}, which is not free before ${other.id} is forgotten`)
    while (this.at.length <= index) this.at.push(undefined)
    this.at[index] = slot
    const place = this.all.findIndex(each => each.index > index)
    this.all.splice(place === -1 ? this.all.length : place, 0, slot)
  }

  remove({ index }: { readonly index: MarketIndex }): void {
    this.at[index] = undefined
    this.all.splice(
      this.all.findIndex(slot => slot.index === index),
      1,
    )
  }
}
