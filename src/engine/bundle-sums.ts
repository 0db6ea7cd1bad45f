import type { Payout } from '../model/payout.js'
import type { Losses } from './losses.js'
import type { Slot } from './slot.js'

/** What the other markets of a bundle lose beside one of them, in 1e-10. -Infinity: that cannot come. Below zero: they gain. */
export interface Beside {
  /** It wins, so all others lose. */
  readonly ifWins: number
  /** It loses: another one wins, or a market wins that is not here. */
  readonly ifLoses: number
  /** All are voided, and each share pays half. */
  readonly ifVoid: number
}

const NEVER = Number.NEGATIVE_INFINITY

/** Losses of markets of which at most one wins, summed up for each way in which they may end. In 1e-10. */
export class BundleSums {
  /** If all of them lose. */
  #allLose = 0
  /** How much more that is if the one of them wins which is worst. -Infinity: none can. */
  #more = NEVER
  /** If all are voided. */
  #ifVoid = 0
  /** If each of them ends as is worst for it alone. */
  #apart = 0
  #hasWinner = false
  /** The result of one is neither YES nor NO, so the others need not end as a group does. */
  #isSplit = false

  /** Whether one of them has no result yet. */
  get hasOpen(): boolean {
    return this.#more !== NEVER
  }

  reset(): void {
    this.#allLose = this.#ifVoid = this.#apart = 0
    this.#more = NEVER
    this.#hasWinner = this.#isSplit = false
  }

  add(slot: Slot, losses: Losses, canVoid: boolean): void {
    const { ifYes, ifNo } = losses.of(slot)
    const { result } = slot.market
    if (result !== null) return this.#decided(result.yes, decidedLoss(slot, result.yes, losses))
    this.#allLose += ifNo
    this.#more = Math.max(this.#more, ifYes - ifNo)
    this.#apart += Math.max(ifYes, ifNo)
    if (canVoid) this.#ifVoid += losses.ifHalf(slot)
  }

  /** What they lose beside another market of theirs, or by themselves: then `ifLoses` is that one of them wins, or none. */
  beside({ isExhaustive, canVoid }: { readonly isExhaustive: boolean; readonly canVoid: boolean }): Beside {
    if (this.#isSplit) return { ifWins: this.#apart, ifLoses: this.#apart, ifVoid: NEVER }
    if (this.#hasWinner) return { ifWins: NEVER, ifLoses: this.#allLose, ifVoid: NEVER }
    const ifLoses = this.#allLose + Math.max(this.#more, isExhaustive ? NEVER : 0)
    return { ifWins: this.#allLose, ifLoses, ifVoid: canVoid ? this.#ifVoid : NEVER }
  }

  /** A market with a result: what it lost is the same however the others end. */
  #decided(yes: Payout, loss: number): void {
    this.#hasWinner ||= yes === 1
    this.#isSplit ||= yes !== 1 && yes !== 0
    this.#allLose += loss
    this.#ifVoid += loss
    this.#apart += loss
  }
}

/** What a market with a result lost, with what may still come of its orders and unsettled fills. Of an odd result at most this. */
function decidedLoss(slot: Slot, yes: Payout, losses: Losses): number {
  const { ifYes, ifNo } = losses.of(slot)
  if (yes === 1) return ifYes
  if (yes === 0) return ifNo
  return yes === 0.5 ? losses.ifHalf(slot) : Math.max(ifYes, ifNo)
}
