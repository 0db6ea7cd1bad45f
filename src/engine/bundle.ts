import type { MarketId } from '../model/ids.js'
import { type Beside, BundleSums } from './bundle-sums.js'
import type { Losses } from './losses.js'
import type { Slot } from './slot.js'

const ALONE: Beside = { ifWins: 0, ifLoses: 0, ifVoid: Number.NEGATIVE_INFINITY }

/**
 * Markets of which at most one wins: a neg-risk group, or one market alone. What it may lose is exact: for each outcome the winner loses what it loses if
 * its YES wins, and each of the others what it loses if its NO wins, because which orders fill may be worst for each outcome by itself. What a market
 * loses is a convex function of what its share pays, so no other way to split one unit among the group loses more than the worst outcome.
 */
export class Bundle {
  /** Those of a group that left too: what they held, and that one of them may win, still counts. */
  readonly members: Slot[] = []
  readonly #left = new Set<Slot>()
  readonly isGroup: boolean
  readonly #canVoid: boolean
  readonly #sums = new BundleSums()

  constructor(kind: { readonly isGroup: boolean; readonly countsVoid: boolean }) {
    this.isGroup = kind.isGroup
    this.#canVoid = kind.isGroup && kind.countsVoid
  }

  /** Takes a market in, in the place of the same one that left before. */
  add(slot: Slot): void {
    const place = this.members.findIndex(({ id }) => id === slot.id)
    if (place !== -1) this.#left.delete(this.members[place]!)
    this.members.splice(place === -1 ? this.members.length : place, 1, slot)
  }

  /** A market joined again, with another group. */
  remove(id: MarketId): void {
    const place = this.members.findIndex(slot => slot.id === id)
    if (place !== -1) this.#left.delete(this.members.splice(place, 1)[0]!)
  }

  /** The desk has forgotten a market of it. */
  leave(slot: Slot): void {
    this.#left.add(slot)
  }

  /** Whether nothing of it can be lost or won any more. */
  get isOver(): boolean {
    for (let i = 0; i < this.members.length; i++) {
      const slot = this.members[i]!
      if (slot.market.result === null && !this.#left.has(slot)) return false
      if (holdsAny(slot)) return false
    }
    return true
  }

  /** Whether its desk has none of its markets any more. */
  get isGone(): boolean {
    return this.#left.size === this.members.length
  }

  /** The most that it may lose, and 0 where it can only gain. `isWhole`: it has every market of its group that the desk has. */
  worst(losses: Losses, isWhole: boolean): number {
    if (this.isOver) return 0
    const { ifLoses, ifVoid } = this.#read(null, losses, isWhole)
    return Math.max(0, ifLoses, ifVoid)
  }

  /** What all others may lose beside one of its markets. */
  beside(slot: Slot, losses: Losses, isWhole: boolean): Beside {
    return this.members.length === 1 ? ALONE : this.#read(slot, losses, isWhole)
  }

  #read(without: Slot | null, losses: Losses, isWhole: boolean): Beside {
    const { members } = this
    const sums = this.#sums
    let hasAll = true
    let size = 0
    sums.reset()
    for (let i = 0; i < members.length; i++) {
      const slot = members[i]!
      const { group } = slot.market
      if (group?.isExhaustive !== true) hasAll = false
      if (group?.size !== undefined && group.size > size) size = group.size
      if (slot !== without) sums.add(slot, losses, this.#canVoid)
    }
    // Those that joined one by one are all of it once there are as many as the venue lists. One that was added to the group later makes it larger.
    const isExhaustive = this.isGroup && isWhole && (size > 0 ? members.length >= size : hasAll)
    // Beside one that may win the others may all have lost; by themselves one of them would have won.
    return sums.beside({ isExhaustive: isExhaustive && (without !== null || sums.hasOpen), canVoid: this.#canVoid })
  }
}

const holdsAny = ({ inventory: { held, pending }, orders, ghosts }: Slot): boolean =>
  held.yes !== 0 || held.no !== 0 || pending.length + orders.length + ghosts.count > 0
