/** Work that waits for its time. */
export interface TimedWork {
  readonly at: number
  readonly work: () => void
}

/** Most entries that may wait at once. */
export const AGENDA_MAX = 10_000
/** Most entries run at one moment: more means a timer with period zero. */
export const AT_ONCE_MAX = 10_000

/**
 * A timer queue in whole microseconds. It has no clock: time passes when `advance` says so, and work due at the same moment runs in the order in
 * which it was added.
 */
export class Agenda {
  #now: number
  /** By time, nearest first. */
  readonly #waiting: TimedWork[] = []

  constructor(now: number) {
    this.#now = now
  }

  /** While work runs, this is the moment at which it was due. */
  get now(): number {
    return this.#now
  }

  /** Adds work. Throws a RangeError if too much waits already. */
  add(afterUs: number, work: () => void): TimedWork {
    if (this.#waiting.length >= AGENDA_MAX)
      throw new RangeError(`more than ${AGENDA_MAX} timers of a stream wait at once: one is started again and again`)
    const due = { at: this.#now + afterUs, work }
    const later = this.#waiting.findLastIndex(({ at }) => at <= due.at) + 1
    this.#waiting.splice(later, 0, due)
    return due
  }

  /** Removes work that has not run yet. */
  remove(due: TimedWork): void {
    const at = this.#waiting.indexOf(due)
    if (at >= 0) this.#waiting.splice(at, 1)
  }

  /**
   * Runs everything due until a moment, including work that is added on the way. Throws a RangeError if that does not end, and whatever the work
   * throws.
   */
  advance(to: number): void {
    let done = 0
    for (let [due] = this.#waiting; due !== undefined && due.at <= to; due = this.#waiting[0]) {
      done = due.at === this.#now ? done + 1 : 0
      if (done > AT_ONCE_MAX)
        throw new RangeError(`more than ${AT_ONCE_MAX} timers of a stream are due at one moment: a period is to be above 0`)
      this.#now = due.at
      this.#waiting.shift()
      due.work()
    }
    this.#now = Math.max(this.#now, to)
  }
}
