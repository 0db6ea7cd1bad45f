import { type SchedulerAction, type SchedulerLike, Subscription } from 'rxjs'
import type { Timers } from '../../src/exchange/server/timers.js'
import { type Clock, Timestamp } from '../../src/model/time.js'

/** Something that will happen at a time. */
interface Due {
  at: number
  number: number
  readonly name: string
  readonly owner: Owner
  work: (() => void) | null
}

/** Whose an event is: when a process is killed, none of what it had scheduled happens. */
export interface Owner {
  isAlive: boolean
  /** Until when the process stands still: what was due meanwhile happens then. */
  stallsUntil?: number
  stallsFrom?: number
}

/** A clock of two parts: even time, and what the wall clock shows more, in microseconds. */
export interface BotClock extends Clock {
  wallOffset(): number
}

/** One queue of events in virtual time, in microseconds; what is due at one moment happens in the order in which it was scheduled. */
export class VirtualTime {
  now: number
  readonly #heap: Due[] = []
  #soon: { readonly owner: Owner; readonly work: () => void }[] = []
  #number = 0

  constructor(startsAt: number) {
    this.now = startsAt
  }

  /** Schedules work; the answer takes it back. */
  after(ms: number, name: string, work: () => void, owner: Owner = WORLD): () => void {
    const at = this.now + Math.max(0, Math.round(ms * 1_000))
    const due: Due = { at, number: this.#number++, name, owner, work }
    push(this.#heap, due)
    return () => {
      due.work = null
    }
  }

  /** Work for the end of the present event-loop turn. */
  soon(work: () => void, owner: Owner): void {
    this.#soon.push({ owner, work })
  }

  /** Lets the next thing happen and says its name; null: nothing is scheduled. */
  step(): string | null {
    for (;;) {
      const due = pop(this.#heap)
      if (due === undefined) return null
      if (due.work === null || !due.owner.isAlive) continue
      if ((due.owner.stallsUntil ?? 0) > due.at) {
        // Behind what is put off already, in the order in which it was due.
        push(this.#heap, Object.assign(due, { at: due.owner.stallsUntil, number: this.#number++ }))
        continue
      }
      this.now = due.at
      due.work()
      return due.name
    }
  }

  /** Lets promises and what was put off to the turn's end happen, until neither is left. `isBusy`: something waits for the computer itself. */
  async settle(isBusy: () => boolean): Promise<void> {
    for (;;) {
      await computerTurn()
      const soon = this.#soon
      if (soon.length > 0) {
        this.#soon = []
        for (const { owner, work } of soon) if (owner.isAlive) work()
      } else if (!isBusy()) return
    }
  }
}

/** What belongs to no process. */
export const WORLD: Owner = { isAlive: true }

const computerTurn = (): Promise<void> => new Promise(resolve => void setImmediate(resolve))

/** The timers of an exchange under virtual time. */
export const virtualTimers = (time: VirtualTime, owner: Owner): Timers => ({
  soon: work => time.soon(work, owner),
  after: (ms, work) => time.after(ms, 'exchange timer', work, owner),
  every: (ms, work) => {
    let stop = (): void => undefined
    const next = (): void => {
      stop = time.after(ms, 'exchange interval', again, owner)
    }
    const again = (): void => {
      next()
      work()
    }
    next()
    return () => stop()
  },
})

/** What rxjs times by. `name` stands in the trace. */
export function virtualScheduler(time: VirtualTime, owner: Owner, name: string): SchedulerLike {
  return {
    now: () => time.now / 1_000,
    schedule: <T>(work: (this: SchedulerAction<T>, state?: T) => void, delay: number, state?: T): Subscription => {
      let cancel = (): void => undefined
      const put = (ms: number, given: T | undefined): void => {
        cancel = time.after(ms, name, () => work.call(action, given), owner)
      }
      const action: SchedulerAction<T> = Object.assign(new Subscription(), {
        schedule: (given?: T, ms = 0): Subscription => {
          put(ms, given)
          return action
        },
      })
      action.add(() => cancel())
      put(delay, state)
      return action
    },
  }
}

export const stampOf = (us: number): Timestamp => Timestamp.of(us)

const isBefore = (a: Due, b: Due): boolean => a.at < b.at || (a.at === b.at && a.number < b.number)

function push(heap: Due[], due: Due): void {
  let place = heap.length
  heap.push(due)
  while (place > 0) {
    const parent = (place - 1) >> 1
    const above = heap[parent]!
    if (!isBefore(due, above)) break
    heap[place] = above
    place = parent
  }
  heap[place] = due
}

function pop(heap: Due[]): Due | undefined {
  const first = heap[0]
  const last = heap.pop()
  if (first === undefined || last === undefined || heap.length === 0) return first
  let place = 0
  for (;;) {
    let child = 2 * place + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1
    if (!isBefore(heap[child]!, last)) break
    heap[place] = heap[child]!
    place = child
  }
  heap[place] = last
  return first
}
