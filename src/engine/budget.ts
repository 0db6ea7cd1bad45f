import type { Timestamp } from '../model/time.js'
import type { BudgetOptions } from './desk-options.js'
import type { DeskState } from './desk-state.js'

type Window = BudgetOptions['windows'][number]

/**
 * The venue's call windows as far as this wallet's calls went; the calls stand in the state, so a restart does not begin with full windows.
 * Every window counts creates and removals, for both are posted to the same routes. Cancels are never rationed: creates leave a part of
 * every window to them, and where even that is gone the venue may refuse one itself.
 */
export class Budget {
  readonly #options: BudgetOptions
  readonly #state: Pick<DeskState, 'calls' | 'told'>
  /** No call is taken back: where our own count left no create, none may go before this. */
  #spentUntil = 0

  constructor(options: BudgetOptions, state: Pick<DeskState, 'calls' | 'told'>) {
    this.#options = options
    this.#state = state
  }

  /** How many creates may go now. */
  creates(now: Timestamp): number {
    let free = Number.POSITIVE_INFINITY
    for (const window of this.#options.windows) free = Math.min(free, this.#counted(window, now), this.#told(window, now))
    return Math.floor(free)
  }

  /** From when on a create may go: `now`, or when the last of the spent windows has started anew. Cheap to ask while it waits. */
  opensAt(now: Timestamp): number {
    let opensAt = Math.max(now, this.#spentUntil)
    if (opensAt > now) return opensAt
    for (const window of this.#options.windows) {
      const length = window.perMs * 1_000
      if (this.#counted(window, now) < 1) opensAt = this.#spentUntil = Math.max(this.#spentUntil, now - (now % length) + length)
      if (this.#told(window, now) < 1) opensAt = Math.max(opensAt, this.#state.told.get(window.route)?.resetsAt ?? 0)
    }
    return opensAt
  }

  /** What we know to be left of a window. */
  #counted(window: Window, now: Timestamp): number {
    const from = now - (now % (window.perMs * 1_000))
    return window.calls - this.#calls('creates', from) - this.#calls('cancels', from) - this.#reserve(window, now)
  }

  /** Others may spend from the same window, so the venue's word counts where it is less; our calls since then are taken off. */
  #told(window: Window, now: Timestamp): number {
    const told = this.#state.told.get(window.route)
    if (told === undefined || told.resetsAt <= now) return Number.POSITIVE_INFINITY
    const since = this.#calls('creates', told.at) + this.#calls('cancels', told.at)
    return told.remaining - since - this.#reserve(window, now)
  }

  /** What is left of the cancels' part of a window. However much requoting has spent of it, half stays: a pull or a stop must not wait. */
  #reserve({ calls, perMs }: Window, now: Timestamp): number {
    const part = (calls * this.#options.cancelReservePercent) / 100
    return Math.max(Math.floor(part / 2), part - this.#calls('cancels', now - (now % (perMs * 1_000))))
  }

  /** Counted by whole seconds: a time within a second counts that second whole. */
  #calls(what: 'creates' | 'cancels', from: number): number {
    const second = Math.floor(from / 1_000_000)
    const { calls } = this.#state
    let count = 0
    for (let i = calls.length - 1; i >= 0; i--) {
      const call = calls[i]
      if (call === undefined || call.second < second) break
      count += call[what]
    }
    return count
  }
}
