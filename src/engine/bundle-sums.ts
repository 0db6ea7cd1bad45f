import type { Payout } from '../model/payout.js'
import type { Losses } from './losses.js'
import type { Slot } from './slot.js'

/** What the other markets of a bundle lose, for each outcome of one of them, in 1e-10. -Infinity: impossible. Negative: a gain. */
export interface Beside {
  /** It wins, so all others lose. */
  readonly ifWins: number
  /** It loses: another one wins, or a market that is not in this run. */
  readonly ifLoses: number
  /** All are voided, and each share pays half. */
  readonly ifVoid: number
}

const NEVER = Number.NEGATIVE_INFINITY

/** Losses of markets of which at most one wins, summed for each possible result. In 1e-10. */
export class BundleSums {
  /** If all of them lose. */
  #allLose = 0
  /** How much larger that is if the worst of them wins. -Infinity: none can win. */
  #more = NEVER
  /** If all are voided. */
  #ifVoid = 0
  /** If each of them ends with its own worst result. */
  #apart = 0
  #hasWinner = false
  /** True: one result is neither YES nor NO, so the others need not end as a group does. */
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

  /** What they lose beside another market of the bundle, or by themselves: then `ifLoses` means that one of them wins, or none. */
  beside({ isExhaustive, canVoid }: { readonly isExhaustive: boolean; readonly canVoid: boolean }): Beside {
    if (this.#isSplit) return { ifWins: this.#apart, ifLoses: this.#apart, ifVoid: NEVER }
    if (this.#hasWinner) return { ifWins: NEVER, ifLoses: this.#allLose, ifVoid: NEVER }
    const ifLoses = this.#allLose + Math.max(this.#more, isExhaustive ? NEVER : 0)
    return { ifWins: this.#allLose, ifLoses, ifVoid: canVoid ? this.#ifVoid : NEVER }
  }

  /** A market with a result: its loss no longer depends on the others. */
  #decided(yes: Payout, loss: number): void {
    this.#hasWinner ||= yes === 1
    this.#isSplit ||= yes !== 1 && yes !== 0
    this.#allLose += loss
    this.#ifVoid += loss
    this.#apart += loss
  }
}

/** The loss of a market with a result, including its orders and unsettled fills. For a split result this is an upper bound. */
function decidedLoss(slot: Slot, yes: Payout, losses: Losses): number {
  const { ifYes, ifNo } = losses.of(slot)
  if (yes === 1) return ifYes
  if (yes === 0) return ifNo
  return yes === 0.5 ? losses.ifHalf(slot) : Math.max(ifYes, ifNo)
}
