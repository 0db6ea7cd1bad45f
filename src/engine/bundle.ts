import type { MarketId } from '../model/ids.js'
import { type Beside, BundleSums } from './bundle-sums.js'
import type { Losses } from './losses.js'
import type { Slot } from './slot.js'

const ALONE: Beside = { ifWins: 0, ifLoses: 0, ifVoid: Number.NEGATIVE_INFINITY }

/**
 * Markets of which at most one wins: a neg-risk group, or one market alone. Its worst case is exact: for each possible winner, the winner's loss if
 * its YES wins plus the others' losses if their NO wins, because for each result different orders may be the worst to fill. A market's loss is a
 * convex function of its payout, so no other split of one unit among the group loses more than the worst single winner.
 */
export class Bundle {
  /** Including markets of a group that left: what they held, and that one of them may win, still counts. */
  readonly members: Slot[] = []
  readonly #left = new Set<Slot>()
  readonly isGroup: boolean
  readonly #canVoid: boolean
  readonly #sums = new BundleSums()

  constructor(kind: { readonly isGroup: boolean; readonly countsVoid: boolean }) {
    this.isGroup = kind.isGroup
    this.#canVoid = kind.isGroup && kind.countsVoid
  }

  /** Adds a market; it replaces the same one that left before. */
  add(slot: Slot): void {
    const place = this.members.findIndex(({ id }) => id === slot.id)
    if (place !== -1) this.#left.delete(this.members[place]!)
    this.members.splice(place === -1 ? this.members.length : place, 1, slot)
  }

  /** A market joined again, in another group. */
  remove(id: MarketId): void {
    const place = this.members.findIndex(slot => slot.id === id)
    if (place !== -1) this.#left.delete(this.members.splice(place, 1)[0]!)
  }

  /** The desk has forgotten one of its markets. */
  leave(slot: Slot): void {
    this.#left.add(slot)
  }

  /** Whether nothing in it can be lost or won any more. */
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

  /** The most that it may lose; 0 if it can only gain. `isWhole`: it has every market of its group that the desk has. */
  worst(losses: Losses, isWhole: boolean): number {
    if (this.isOver) return 0
    const { ifLoses, ifVoid } = this.#read(null, losses, isWhole)
    return Math.max(0, ifLoses, ifVoid)
  }

  /** What all others may lose, beside one of its markets. */
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
    // Markets that joined one by one are all of the group once there are as many as the venue lists. A market added to the group later makes it
    // larger.
    const isExhaustive = this.isGroup && isWhole && (size > 0 ? members.length >= size : hasAll)
    // Beside a market that may win, the others may all have lost; by themselves one of them would have won.
    return sums.beside({ isExhaustive: isExhaustive && (without !== null || sums.hasOpen), canVoid: this.#canVoid })
  }
}

const holdsAny = ({ inventory: { held, pending }, orders, ghosts }: Slot): boolean =>
  held.yes !== 0 || held.no !== 0 || pending.length + orders.length + ghosts.count > 0
