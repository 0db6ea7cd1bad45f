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
    for (const window of this.#options.windows) free = Math.min(free, this.#free(window, now))
    return Math.floor(free)
  }

  /** When to ask again for a create: `now` if one may go at once, else when a window that is spent starts anew. Cheap while it waits. */
  opensAt(now: Timestamp): number {
    if (now < this.#spentUntil) return this.#spentUntil
    for (const window of this.#options.windows) {
      if (this.#free(window, now) >= 1) continue
      return this.#spentUntil > now ? this.#spentUntil : (this.#state.told.get(window.route)?.resetsAt ?? now)
    }
    return now
  }

  /** What is left of a window, less what is left of the cancels' part of it, of which half is never spent by creates. */
  #free(window: Window, now: Timestamp): number {
    const length = window.perMs * 1_000
    const from = now - (now % length)
    const cancels = this.#calls('cancels', from)
    const part = (window.calls * this.#options.cancelReservePercent) / 100
    // However much requoting has spent of it, half stays: a pull or a stop must not wait for the next window.
    const reserve = Math.max(Math.floor(part / 2), part - cancels)
    const free = window.calls - this.#calls('creates', from) - cancels - reserve
    if (free < 1) this.#spentUntil = Math.max(this.#spentUntil, from + length)
    const told = this.#state.told.get(window.route)
    if (free < 1 || told === undefined || told.resetsAt <= now) return free
    // Others may spend from the same window, so the venue's word counts where it is less; our calls since then are taken off.
    const since = this.#calls('creates', told.at) + this.#calls('cancels', told.at)
    return Math.min(free, told.remaining - since - reserve)
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
