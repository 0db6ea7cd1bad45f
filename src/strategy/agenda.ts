/** A piece of work that waits for its moment. */
export interface Due {
  readonly at: number
  readonly work: () => void
}

/** The most that may wait at once. */
export const WAITING_MAX = 10_000
/** The most that may be done at one moment: more is a period of zero. */
export const AT_ONCE_MAX = 10_000

/**
 * Work by the moments at which it is due, in whole microseconds. It has no clock: time passes when `advance` says so, and what is due at one moment
 * is done in the order in which it was put down.
 */
export class Agenda {
  #now: number
  /** By moment, the nearest first. */
  readonly #waiting: Due[] = []

  constructor(now: number) {
    this.#now = now
  }

  /** While work is done this is the moment at which it was due. */
  get now(): number {
    return this.#now
  }

  /** Puts work down. Throws a RangeError where too much waits already. */
  add(afterUs: number, work: () => void): Due {
    if (this.#waiting.length >= WAITING_MAX)
      throw new RangeError(`more than ${WAITING_MAX} timers of a stream wait at once: one is started again and again`)
    const due = { at: this.#now + afterUs, work }
    const later = this.#waiting.findLastIndex(({ at }) => at <= due.at) + 1
    this.#waiting.splice(later, 0, due)
    return due
  }

  /** Takes work off, where it was not done yet. */
  remove(due: Due): void {
    const at = this.#waiting.indexOf(due)
    if (at >= 0) this.#waiting.splice(at, 1)
  }

  /** Does all that is due until a moment, also what that work puts down. Throws a RangeError where it comes to no end, and what work throws. */
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
