import type { Report } from '../model/report.js'
import type { Timestamp } from '../model/time.js'
import type { BudgetOptions } from './desk-options.js'
import type { DeskState } from './desk-state.js'

type Window = BudgetOptions['windows'][number]
type Rate = Report & { readonly kind: 'rate' }

/**
 * The venue's call windows as far as this wallet's calls went; the calls stand in the state, so a restart does not begin with full windows.
 * Cancels are never rationed: a part of every window is kept for them, and where even that is gone the venue may refuse one itself.
 */
export class Budget {
  readonly #options: BudgetOptions
  readonly #calls: DeskState['calls']
  /** What the venue last said is left, by route; ours since then are taken off. */
  readonly #told = new Map<string, { readonly remaining: number; readonly resetsAt: Timestamp; readonly at: Timestamp }>()

  constructor(options: BudgetOptions, state: DeskState) {
    this.#options = options
    this.#calls = state.calls
  }

  observe({ route, remaining, resetsAt, receivedAt }: Rate): void {
    this.#told.set(route, { remaining, resetsAt, at: receivedAt })
  }

  /** How many creates may go now. */
  creates(now: Timestamp): number {
    let free = Number.POSITIVE_INFINITY
    for (const window of this.#options.windows) free = Math.min(free, this.#free(window, now))
    return Math.floor(free)
  }

  /** When the first exhausted window starts anew. */
  nextAt(now: Timestamp): number {
    const ends = this.#options.windows.filter(window => this.#free(window, now) < 1).map(window => this.#endOf(window, now))
    return Math.min(Number.POSITIVE_INFINITY, ...ends)
  }

  #free(window: Window, now: Timestamp): number {
    const reserve = (window.calls * this.#options.cancelReservePercent) / 100
    const free = window.calls - reserve - this.#usedSince(window, now - (now % (window.perMs * 1_000)))
    const told = this.#told.get(window.route)
    if (told === undefined || told.resetsAt <= now) return free
    return Math.min(free, told.remaining - reserve - this.#usedSince(window, told.at))
  }

  /** Counted by whole seconds: a window that begins within a second counts that second whole. */
  #usedSince(window: Window, from: number): number {
    const second = Math.floor(from / 1_000_000)
    let used = 0
    for (let i = this.#calls.length - 1; i >= 0; i--) {
      const call = this.#calls[i]
      if (call === undefined || call.second < second) break
      used += call.creates + (window.route === 'trading' ? call.cancels : 0)
    }
    return used
  }

  #endOf(window: Window, now: Timestamp): number {
    const length = window.perMs * 1_000
    const told = this.#told.get(window.route)
    const end = now - (now % length) + length
    return told !== undefined && told.resetsAt > now && told.remaining < 1 ? Math.max(end, told.resetsAt) : end
  }
}
