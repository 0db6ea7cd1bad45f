import type { BudgetOptions } from './desk-options.js'
import type { DeskState, StatusClock } from './desk-state.js'

type Window = BudgetOptions['windows'][number]

const SECOND = 1_000_000
/** A call is answered, or given up, within this; in microseconds. */
const FLIGHTS_KEPT = 10_000_000
/** A call that left this long before a window began has arrived, or never will. */
const ARRIVES_WITHIN = 2_000_000
/** A window at least this long, in ms, is spread over its time; a shorter one is over before spreading it would help. */
const SPREAD_FROM_MS = 10_000
/** How much unused time may be saved up, so that markets that move together are requoted together. */
const SAVED_MAX = 10_000_000
/** Replacements that ran out of calls wait until this many are back, but not longer than a second: their removals then share one request. */
const GATHER_CALLS = 6
const GATHER_MAX = 1_000_000

/**
 * The venue's call windows as far as this wallet's calls went; the calls stand in the state, so a restart does not begin with full windows.
 * Windows are calendar windows of the wall clock. What is left of one is our own count or the venue's word, whichever is less, without the
 * keeper's share. Three kinds of call compete for it:
 *
 * - a pull's removal leaves at once while more than half of the cancels' part is left, and then once in time left ÷ calls left;
 * - a create for a side on which nothing stands may run ahead of the window's pace, by as much as fills every side;
 * - the replacement of an order that stands, a removal and a create, keeps to the pace: time left ÷ calls left beyond the cancels' part.
 */
export class Budget {
  readonly #options: BudgetOptions
  readonly #state: Pick<DeskState, 'calls' | 'reads' | 'told'>
  readonly #clock: Readonly<Pick<StatusClock, 'now' | 'wallOffset'>>
  /** No call is taken back: where our own count left no create, none may go before this. */
  #spentUntil = 0
  /** What was spent so far is paid for by time until here; behind `now` it is time saved up. */
  #paidUntil = 0
  /** Replacements gather until here. */
  #gathersUntil = 0
  #removedAt = 0
  readonly #aheadMax: number
  /** The calls of the last seconds, by when they left and were answered. */
  readonly #flights: { readonly order: string; readonly sentAt: number; answeredAt: number }[] = []

  constructor(
    options: BudgetOptions,
    state: Pick<DeskState, 'calls' | 'reads' | 'told'>,
    clock: Readonly<Pick<StatusClock, 'now' | 'wallOffset'>>,
    sides: number,
  ) {
    this.#options = options
    this.#state = state
    this.#clock = clock
    const spread = options.windows.filter(({ perMs }) => perMs >= SPREAD_FROM_MS)
    const usual = spread.map(window => (window.perMs * 1_000) / Math.max(1, this.#usable(window)))
    this.#aheadMax = Math.max(SAVED_MAX, sides * Math.max(0, ...usual))
  }

  /** How many creates the windows hold now. */
  creates(): number {
    let free = Number.POSITIVE_INFINITY
    for (const window of this.#options.windows) free = Math.min(free, this.#free(window))
    return Math.floor(free)
  }

  /** Whether this number of calls may go at once without running ahead of the window's pace. */
  canPay(calls: number): boolean {
    return this.creates() >= calls && this.#paidUntil + calls * this.#pace() <= this.#clock.now
  }

  /** When a side on which nothing stands may get an order: `now` if at once. Cheap while it waits. */
  opensAt(): number {
    return this.#opensAt(1)
  }

  /** When an order that stands may be replaced: `now` if at once. Those that must wait are let go together, the most urgent first. */
  replacesAt(): number {
    const { now } = this.#clock
    if (now < this.#gathersUntil) return this.#gathersUntil
    const opensAt = this.#opensAt(2)
    if (opensAt > now || this.#paidUntil <= now) return opensAt
    this.#gathersUntil = this.#paidUntil + Math.min(GATHER_MAX, GATHER_CALLS * this.#pace())
    return this.#gathersUntil
  }

  /** When a request that takes orders off may leave: `now` if at once. */
  removesAt(): number {
    const { now } = this.#clock
    let at: number = now
    for (const window of this.#options.windows) {
      const left = this.#left(window)
      if (left > this.#part(window) / 2) continue
      const endsAt = this.#endOf(window)
      at = Math.max(at, left < 1 ? endsAt : Math.min(endsAt, this.#removedAt + (endsAt - now) / left))
    }
    return Math.ceil(at)
  }

  /** Told of each call as it leaves, with the order by which its answer is known. */
  sent(what: 'create' | 'removal', order: string): void {
    if (this.#options.windows.length === 0) return
    const { now } = this.#clock
    if (what === 'removal') this.#removedAt = now
    const oldest = now - FLIGHTS_KEPT
    while ((this.#flights[0]?.sentAt ?? now) < oldest) this.#flights.shift()
    this.#flights.push({ order, sentAt: now, answeredAt: Number.POSITIVE_INFINITY })
  }

  /** Told of each answer to a call. */
  answered(order: string): void {
    for (const flight of this.#flights)
      if (flight.order === order && flight.answeredAt > this.#clock.now) flight.answeredAt = this.#clock.now
  }

  /** Takes calls of quoting off the pace. They are counted when they leave. */
  pay(calls: number): void {
    const { now } = this.#clock
    this.#paidUntil = Math.max(this.#paidUntil, now - SAVED_MAX) + calls * this.#pace()
  }

  #opensAt(calls: number): number {
    const { now } = this.#clock
    if (now < this.#spentUntil) return this.#spentUntil
    for (const window of this.#options.windows) {
      // A window that never holds as many lets the removal go in one and the create in the next.
      if (this.#free(window) >= Math.min(calls, Math.max(1, this.#usable(window)))) continue
      return this.#spentUntil > now ? this.#spentUntil : this.#endOf(window)
    }
    return Math.max(now, Math.ceil(this.#paidUntil - this.#aheadMax))
  }

  /** How much of the time left, in microseconds, each call may take that is left beyond the cancels' part. */
  #pace(): number {
    const { now } = this.#clock
    let pace = 0
    for (const window of this.#options.windows) {
      if (window.perMs < SPREAD_FROM_MS) continue
      const left = this.#left(window) - this.#part(window)
      const time = this.#endOf(window) - now
      pace = Math.max(pace, left < 1 ? time : time / left)
    }
    return pace
  }

  /** What is left of a window, less what is left of the cancels' part of it, of which half is never spent by creates. */
  #free(window: Window): number {
    const part = this.#part(window)
    const from = this.#begin(window)
    // However much requoting has spent of it, half stays: a pull or a stop must not wait for the next window.
    const reserve = Math.max(Math.floor(part / 2), part - this.#count('cancels', from))
    const own = this.#own(window) - reserve
    if (own < 1) this.#spentUntil = Math.max(this.#spentUntil, from + window.perMs * 1_000)
    return Math.min(own, this.#told(window) - reserve)
  }

  /** What is left of a window for anything but the keeper. */
  #left(window: Window): number {
    return Math.min(this.#own(window), this.#told(window))
  }

  #own(window: Window): number {
    const from = this.#begin(window)
    const reads = window.route === 'trading' ? this.#reads(from) : 0
    return (
      window.calls -
      this.#kept(window) -
      this.#count('creates', from) -
      this.#count('cancels', from) -
      reads -
      this.#carried(from)
    )
  }

  /** Others may spend from the same window, so the venue's word counts where it is less; our calls since then are taken off. */
  #told(window: Window): number {
    const told = this.#state.told.get(window.route)
    if (told === undefined || told.resetsAt <= this.#clock.now) return Number.POSITIVE_INFINITY
    return told.remaining - this.#kept(window) - this.#count('creates', told.at) - this.#count('cancels', told.at)
  }

  /** The part of a window that only cancels may use. */
  #part({ calls }: Window): number {
    return (calls * this.#options.cancelReservePercent) / 100
  }

  #usable(window: Window): number {
    return Math.floor(window.calls - this.#kept(window) - this.#part(window))
  }

  #kept({ route }: Window): number {
    return route === 'trading' ? (this.#options.keeperCalls ?? 0) : 0
  }

  /** When the calendar window began that the wall clock stands in, by our own clock. */
  #begin({ perMs }: Window): number {
    const { now, wallOffset } = this.#clock
    return now - ((now + wallOffset) % (perMs * 1_000))
  }

  /** When a window is over: by the calendar, or when the venue says where it knows of less. */
  #endOf(window: Window): number {
    const told = this.#state.told.get(window.route)
    const isTold = told !== undefined && this.#told(window) < this.#own(window)
    return isTold ? told.resetsAt : this.#begin(window) + window.perMs * 1_000
  }

  /** Calls that were on their way when a window began: the venue counts a call when it arrives. */
  #carried(from: number): number {
    let count = 0
    for (const { sentAt, answeredAt } of this.#flights)
      if (sentAt < from && sentAt >= from - ARRIVES_WITHIN && answeredAt >= from) count++
    return count
  }

  /** Counted by whole seconds of the even clock: a time within a second counts that second whole. */
  #count(what: 'creates' | 'cancels', from: number): number {
    const { calls } = this.#state
    const [first, last] = [Math.floor(from / SECOND), Math.floor(this.#clock.now / SECOND)]
    let count = 0
    for (let i = calls.length - 1; i >= 0; i--) {
      const call = calls[i]
      if (call === undefined || call.second < first) break
      // An earlier run may have begun by a wall clock that was ahead.
      if (call.second <= last) count += call[what]
    }
    return count
  }

  #reads(from: number): number {
    const { reads } = this.#state
    const [first, last] = [Math.floor(from / SECOND), Math.floor(this.#clock.now / SECOND)]
    let count = 0
    for (let i = reads.length - 1; i >= 0; i--) {
      const read = reads[i]
      if (read === undefined || read.second < first) break
      if (read.second <= last) count += read.count
    }
    return count
  }
}
