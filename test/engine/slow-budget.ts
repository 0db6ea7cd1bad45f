import type { DeskClock } from '../../src/engine/desk-clock.js'
import type { BudgetOptions } from '../../src/engine/desk-options.js'
import type { DeskState } from '../../src/engine/desk-state.js'

type Window = BudgetOptions['windows'][number]

const SECOND = 1_000_000

/** The rules of `Budget` without any sum that is kept: each question counts all calls of a window again, and no call is forgotten. */
export class SlowBudget {
  readonly #options: BudgetOptions
  readonly #state: Pick<DeskState, 'calls' | 'reads' | 'told'>
  readonly #clock: Readonly<Pick<DeskClock, 'now' | 'wallOffset'>>
  #spentUntil = 0
  #paidUntil = 0
  #gathersUntil = 0
  #removedAt = 0
  readonly #aheadMax: number
  readonly #flights: { readonly order: string; readonly sentAt: number; answeredAt: number }[] = []

  constructor(
    options: BudgetOptions,
    state: Pick<DeskState, 'calls' | 'reads' | 'told'>,
    clock: Readonly<Pick<DeskClock, 'now' | 'wallOffset'>>,
    sides: number,
  ) {
    this.#options = options
    this.#state = state
    this.#clock = clock
    const spread = options.windows.filter(({ perMs }) => perMs >= 10_000)
    const usual = spread.map(window => (window.perMs * 1_000) / Math.max(1, this.#usable(window)))
    this.#aheadMax = Math.max(10_000_000, sides * Math.max(0, ...usual))
  }

  creates(): number {
    return Math.floor(Math.min(Number.POSITIVE_INFINITY, ...this.#options.windows.map(window => this.#free(window))))
  }

  canPay(calls: number): boolean {
    return this.creates() >= calls && this.#paidUntil + calls * this.#pace() <= this.#clock.now
  }

  opensAt(calls = 1): number {
    const { now } = this.#clock
    if (now < this.#spentUntil) return this.#spentUntil
    for (const window of this.#options.windows) {
      if (this.#free(window) >= Math.min(calls, Math.max(1, this.#usable(window)))) continue
      return this.#spentUntil > now ? this.#spentUntil : this.#endOf(window)
    }
    return Math.max(now, Math.ceil(this.#paidUntil - this.#aheadMax))
  }

  replacesAt(): number {
    const { now } = this.#clock
    if (now < this.#gathersUntil) return this.#gathersUntil
    const opensAt = this.opensAt(2)
    if (opensAt > now || this.#paidUntil <= now) return opensAt
    this.#gathersUntil = this.#paidUntil + Math.min(1_000_000, 6 * this.#pace())
    return this.#gathersUntil
  }

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

  sent(what: 'create' | 'removal', order: string): void {
    const { now } = this.#clock
    if (this.#options.windows.length > 0 && what === 'removal') this.#removedAt = now
    this.#flights.push({ order, sentAt: now, answeredAt: Number.POSITIVE_INFINITY })
  }

  answered(order: string): void {
    for (const flight of this.#flights)
      if (flight.order === order && flight.answeredAt > this.#clock.now) flight.answeredAt = this.#clock.now
  }

  pay(calls: number): void {
    const { now } = this.#clock
    this.#paidUntil = Math.max(this.#paidUntil, now - 10_000_000) + calls * this.#pace()
  }

  #pace(): number {
    const { now } = this.#clock
    let pace = 0
    for (const window of this.#options.windows.filter(({ perMs }) => perMs >= 10_000)) {
      const left = this.#left(window) - this.#part(window)
      const time = this.#endOf(window) - now
      pace = Math.max(pace, left < 1 ? time : time / left)
    }
    return pace
  }

  #free(window: Window): number {
    const part = this.#part(window)
    const from = this.#begin(window)
    const reserve = Math.max(Math.floor(part / 2), part - this.#cancels(from))
    const own = this.#own(window) - reserve
    if (own < 1) this.#spentUntil = Math.max(this.#spentUntil, from + window.perMs * 1_000)
    return Math.min(own, this.#told(window) - reserve)
  }

  #left(window: Window): number {
    return Math.min(this.#own(window), this.#told(window))
  }

  #own(window: Window): number {
    const from = this.#begin(window)
    const reads = window.route === 'trading' ? this.#reads(from) : 0
    return window.calls - this.#kept(window) - this.#creates(from) - this.#cancels(from) - reads - this.#carried(from)
  }

  #told(window: Window): number {
    const told = this.#state.told.get(window.route)
    if (told === undefined || told.resetsAt <= this.#clock.now) return Number.POSITIVE_INFINITY
    return told.remaining - this.#kept(window) - this.#creates(told.at) - this.#cancels(told.at)
  }

  #part({ calls }: Window): number {
    return (calls * this.#options.cancelReservePercent) / 100
  }

  #usable(window: Window): number {
    return Math.floor(window.calls - this.#kept(window) - this.#part(window))
  }

  #kept({ route }: Window): number {
    return route === 'trading' ? (this.#options.keeperCalls ?? 0) : 0
  }

  #begin({ perMs }: Window): number {
    const { now, wallOffset } = this.#clock
    return now - ((now + wallOffset) % (perMs * 1_000))
  }

  #endOf(window: Window): number {
    const told = this.#state.told.get(window.route)
    const isTold = told !== undefined && this.#told(window) < this.#own(window)
    return isTold ? told.resetsAt : this.#begin(window) + window.perMs * 1_000
  }

  #carried(from: number): number {
    return this.#flights.filter(({ sentAt, answeredAt }) => sentAt < from && sentAt >= from - 2_000_000 && answeredAt >= from)
      .length
  }

  #creates(from: number): number {
    return sum(this.#inSight(this.#state.calls, from).map(({ creates }) => creates))
  }

  #cancels(from: number): number {
    return sum(this.#inSight(this.#state.calls, from).map(({ cancels }) => cancels))
  }

  #reads(from: number): number {
    return sum(this.#inSight(this.#state.reads, from).map(({ count }) => count))
  }

  /** From the second that `from` lies in up to this one, back to the first entry that is older. */
  #inSight<T extends { readonly second: number }>(entries: readonly T[], from: number): readonly T[] {
    const [first, last] = [Math.floor(from / SECOND), Math.floor(this.#clock.now / SECOND)]
    const older = entries.findLastIndex(({ second }) => second < first)
    return entries.slice(older + 1).filter(({ second }) => second <= last)
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
