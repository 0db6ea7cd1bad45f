import { CallBucket } from './call-bucket.js'
import type { CallLog } from './call-log.js'
import { CallWindow, type WindowLook } from './call-window.js'
import type { DeskClock } from './desk-clock.js'
import type { BudgetOptions } from './desk-options.js'
import { Flights } from './flights.js'

/** Only windows at least this long, in microseconds, are paced. A shorter one ends before pacing would help. */
const SPREAD_FROM = 10_000_000
/** Most unused pace that is saved, in microseconds, so that markets that move together can be requoted together. */
const SAVED_MAX = 10_000_000
/** Replacements without calls wait until this many calls are available, but at most a second: their removals then share one request. */
const GATHER_CALLS = 6
const GATHER_MAX = 1_000_000

/**
 * The venue's rate limits, as used by this wallet. Calls are part of the state, so a restart does not assume full windows. Windows are calendar
 * windows of the wall clock; token buckets count beside them. What is left is our own count or the venue's report, whichever is less, minus the
 * keeper's share. Three kinds of call compete:
 *
 * - a pull's removal is sent at once while more than half of the cancels' part is left, then once in time left ÷ calls left;
 * - a create for an empty side may run ahead of the window's pace, by as much as fills every side;
 * - the replacement of a resting order, a removal and a create, keeps to the pace: time left ÷ calls left beyond the cancels' part.
 */
export class Budget {
  readonly #windows: readonly CallWindow[]
  readonly #spread: readonly CallWindow[]
  readonly #buckets: readonly CallBucket[]
  readonly #flights = new Flights()
  readonly #clock: Readonly<Pick<DeskClock, 'now' | 'wallOffset'>>
  /** By our own count no create is left before this time. Calls are never taken back, so this stays true until then. */
  #spentUntil = 0
  /** The time whose pace the calls so far have used up. If it is before `now`, the difference is saved. */
  #paidUntil = 0
  /** Replacements are collected until this time. */
  #gathersUntil = 0
  #removedAt = 0
  /** The last result of `opensAt`, and its inputs. */
  readonly #opens = { at: 0, now: Number.NaN, wallOffset: 0, version: 0, paidUntil: 0 }
  readonly #log: CallLog
  /** Pace that filling one side takes in the slowest window. */
  readonly #aheadEach: number
  #aheadMax = SAVED_MAX

  constructor(options: BudgetOptions, log: CallLog, clock: Readonly<Pick<DeskClock, 'now' | 'wallOffset'>>, sides: number) {
    const flights = this.#flights
    this.#log = log
    this.#windows = options.windows.map(window => new CallWindow({ window, options, log, clock, flights }))
    const { buckets = [], cancelReservePercent } = options
    this.#buckets = buckets.map(bucket => new CallBucket({ bucket, cancelReservePercent, log, clock }))
    this.#spread = this.#windows.filter(({ length }) => length >= SPREAD_FROM)
    this.#clock = clock
    const usual = this.#spread.map(({ length, usable }) => length / Math.max(1, usable))
    this.#aheadEach = Math.max(0, ...usual, ...this.#buckets.map(({ pace }) => pace))
    this.serve(sides)
  }

  /** Sets how many sides there are to fill. */
  serve(sides: number): void {
    this.#aheadMax = Math.max(SAVED_MAX, sides * this.#aheadEach)
  }

  /** What is left of each window; for people. */
  look(): readonly WindowLook[] {
    return this.#windows.map(window => window.look())
  }

  /** How many creates the windows allow now. */
  creates(): number {
    let free = Number.POSITIVE_INFINITY
    for (const window of this.#windows) free = Math.min(free, this.#free(window))
    for (const bucket of this.#buckets) free = Math.min(free, bucket.free())
    return Math.floor(free)
  }

  /** Whether this many calls may be sent at once without running ahead of the pace. */
  canPay(calls: number): boolean {
    return this.creates() >= calls && this.#paidUntil + calls * this.#pace() <= this.#clock.now
  }

  /** When an empty side may get an order: `now` if at once. A turn calls this several times for each order, so the result is cached. */
  opensAt(): number {
    const { now, wallOffset } = this.#clock
    const opens = this.#opens
    const isSame = opens.now === now && opens.wallOffset === wallOffset && opens.version === this.#log.version
    if (isSame && opens.paidUntil === this.#paidUntil) return opens.at
    opens.at = this.#opensAt(1)
    opens.now = now
    opens.wallOffset = wallOffset
    opens.version = this.#log.version
    opens.paidUntil = this.#paidUntil
    return opens.at
  }

  /** When a resting order may be replaced: `now` if at once. Those that must wait are released together, the most urgent first. */
  replacesAt(): number {
    const { now } = this.#clock
    if (now < this.#gathersUntil) return this.#gathersUntil
    const opensAt = this.#opensAt(2)
    if (opensAt > now || this.#paidUntil <= now) return opensAt
    this.#gathersUntil = this.#paidUntil + Math.min(GATHER_MAX, GATHER_CALLS * this.#pace())
    return this.#gathersUntil
  }

  /** When a removal request may be sent: `now` if at once. */
  removesAt(): number {
    const { now } = this.#clock
    let at: number = now
    for (const window of this.#windows) {
      const left = window.left()
      if (left > window.part / 2) continue
      const endsAt = window.endsAt()
      at = Math.max(at, left < 1 ? endsAt : Math.min(endsAt, this.#removedAt + (endsAt - now) / left))
    }
    for (const bucket of this.#buckets) at = Math.max(at, bucket.removesAt(this.#removedAt))
    return Math.ceil(at)
  }

  /** Records a call that is sent. Its answer will name the same order. */
  sent(what: 'create' | 'removal', order: number | string): void {
    const { now } = this.#clock
    if (what === 'removal') this.#removedAt = now
    if (this.#windows.length === 0) return
    // A window that has just begun must count the calls in flight before `Flights` forgets them.
    for (const window of this.#windows) window.beganAt()
    this.#flights.sent(order, now)
  }

  /** Records the answer to a call. */
  answered(order: number | string): void {
    this.#flights.answered(order, this.#clock.now)
  }

  /** Charges calls of quoting to the pace. The windows count them when they are sent. */
  pay(calls: number): void {
    const { now } = this.#clock
    this.#paidUntil = Math.max(this.#paidUntil, now - SAVED_MAX) + calls * this.#pace()
  }

  #opensAt(calls: number): number {
    const { now } = this.#clock
    if (now < this.#spentUntil) return this.#spentUntil
    for (const window of this.#windows) {
      // A window that never has two calls left gives one to the removal, and the next window one to the create.
      if (this.#free(window) >= Math.min(calls, Math.max(1, window.usable))) continue
      return this.#spentUntil > now ? this.#spentUntil : window.endsAt()
    }
    let at = Math.max(now, Math.ceil(this.#paidUntil - this.#aheadMax))
    for (const bucket of this.#buckets) at = Math.max(at, bucket.opensAt(calls))
    return at
  }

  /** Time in microseconds between two calls beyond the cancels' part, if they are spread over the rest of the window. */
  #pace(): number {
    const { now } = this.#clock
    let pace = 0
    for (const window of this.#spread) {
      const left = window.left() - window.part
      const time = window.endsAt() - now
      pace = Math.max(pace, left < 1 ? time : time / left)
    }
    for (const bucket of this.#buckets) pace = Math.max(pace, bucket.pace)
    return pace
  }

  /** Calls left in a window, minus what is left of the cancels' part, half of which creates never use. */
  #free(window: CallWindow): number {
    // Half of the cancels' part is never used by creates, so that a pull or a stop never waits for the next window.
    const reserve = Math.max(Math.floor(window.part / 2), window.part - window.cancels())
    const own = window.own() - reserve
    if (own < 1) this.#spentUntil = Math.max(this.#spentUntil, window.beganAt() + window.length)
    return Math.min(own, window.told() - reserve)
  }
}
