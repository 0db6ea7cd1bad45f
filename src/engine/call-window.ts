import type { CallCount, CallLog } from './call-log.js'
import type { DeskClock } from './desk-clock.js'
import type { BudgetOptions } from './desk-options.js'
import type { Flights } from './flights.js'

interface CallWindowParts {
  readonly window: BudgetOptions['windows'][number]
  readonly options: BudgetOptions
  readonly log: CallLog
  readonly clock: Readonly<Pick<DeskClock, 'now' | 'wallOffset'>>
  readonly flights: Flights
}

/** What is left of one of the venue's windows, without the keeper's share. `resetsAt`: by our own clock. */
export interface WindowLook {
  readonly route: string
  readonly left: number
  readonly of: number
  readonly resetsAt: number
}

/** One of the venue's calendar windows: how many of its calls are left, by our own count and by the venue's report. */
export class CallWindow {
  /** Length in microseconds. */
  readonly length: number
  /** The part that only cancels may use, and the whole calls that creates may use. */
  readonly part: number
  readonly usable: number
  readonly #route: string
  readonly #calls: number
  /** The keeper's share of it. */
  readonly #kept: number
  /** Whether reads count in it. */
  readonly #hasReads: boolean
  readonly #log: CallLog
  readonly #clock: CallWindowParts['clock']
  readonly #flights: Flights
  readonly #count: CallCount
  readonly #sinceTold: CallCount
  #beganAt = Number.NaN
  #wallOffset = 0
  /** Calls in flight when it began: the venue counts a call when it arrives. */
  #carried = 0

  constructor({ window, options, log, clock, flights }: CallWindowParts) {
    const isTrading = window.route === 'trading'
    this.length = window.perMs * 1_000
    this.part = (window.calls * options.cancelReservePercent) / 100
    this.#calls = window.calls
    this.#kept = isTrading ? (options.keeperCalls ?? 0) : 0
    this.usable = Math.floor(window.calls - this.#kept - this.part)
    this.#route = window.route
    this.#hasReads = isTrading
    this.#log = log
    this.#clock = clock
    this.#flights = flights
    this.#count = log.follow()
    this.#sinceTold = log.follow()
  }

  /** When the current window by the wall clock began, by our own clock. */
  beganAt(): number {
    const { now, wallOffset } = this.#clock
    const isSame = wallOffset === this.#wallOffset && now >= this.#beganAt && now < this.#beganAt + this.length
    if (!isSame) this.#begin(now - ((now + wallOffset) % this.length), wallOffset)
    return this.#beganAt
  }

  /** When it ends: by the calendar, or as reported if the venue's report has less left. */
  endsAt(): number {
    const told = this.#log.toldOf(this.#route)
    const isTold = told !== undefined && this.told() < this.own()
    return isTold ? told.resetsAt : this.beganAt() + this.length
  }

  cancels(): number {
    return this.#count.since(this.beganAt(), this.#clock.now).cancels
  }

  look(): WindowLook {
    return { route: this.#route, left: Math.max(0, this.left()), of: this.#calls - this.#kept, resetsAt: this.endsAt() }
  }

  /** Calls left without the keeper's share. */
  left(): number {
    return Math.min(this.own(), this.told())
  }

  /** By our own count. */
  own(): number {
    const { sent, reads } = this.#count.since(this.beganAt(), this.#clock.now)
    return this.#calls - this.#kept - sent - (this.#hasReads ? reads : 0) - this.#carried
  }

  /** By the venue's report, because others may use the same window; our calls since then are subtracted. Infinite: no report. */
  told(): number {
    const { now } = this.#clock
    const told = this.#log.toldOf(this.#route)
    if (told === undefined || told.resetsAt <= now) return Number.POSITIVE_INFINITY
    return told.remaining - this.#kept - this.#sinceTold.since(told.at, now).sent
  }

  #begin(at: number, wallOffset: number): void {
    this.#beganAt = at
    this.#wallOffset = wallOffset
    this.#carried = this.#flights.at(at)
  }
}
