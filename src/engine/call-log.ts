import type { Report } from '../model/report.js'
import type { Timestamp } from '../model/time.js'
import type { DeskState } from './desk-state.js'

type Calls = Pick<DeskState, 'calls' | 'reads' | 'told'>
type Told = NonNullable<ReturnType<DeskState['told']['get']>>

const SECOND = 1_000_000
const KEPT_SECONDS = 600

/** The calls that a state keeps. The log drops old ones only now and then, because taking the first of a list moves all others. */
export const recentCalls = (calls: DeskState['calls']): DeskState['calls'] => {
  const recent = [...calls]
  dropBefore(recent, (recent.at(-1)?.second ?? 0) - KEPT_SECONDS)
  return recent
}

/** The calls of a wallet by whole seconds of the even clock, and what the venue said of its windows: the one writer of these parts of a state. */
export class CallLog {
  /** Another one after each call and each word of the venue about its windows. */
  version = 0
  readonly #state: Calls
  readonly #counts: CallCount[] = []
  readonly #listeners: ((what: 'create' | 'removal', at: Timestamp) => void)[] = []

  constructor(state: Calls) {
    this.#state = state
  }

  /** The calls so far by whole seconds, the oldest first. */
  get seconds(): Calls['calls'] {
    return this.#state.calls
  }

  /** Tells of each call from now on. */
  onCall(listener: (what: 'create' | 'removal', at: Timestamp) => void): void {
    this.#listeners.push(listener)
  }

  create(at: Timestamp): void {
    this.version++
    const call = this.#callOf(at)
    call.creates++
    for (const count of this.#counts) count.take(call.second, 1, 0)
    for (const tell of this.#listeners) tell('create', at)
  }

  cancel(at: Timestamp): void {
    this.version++
    const call = this.#callOf(at)
    call.cancels++
    for (const count of this.#counts) count.take(call.second, 1, 1)
    for (const tell of this.#listeners) tell('removal', at)
  }

  /** `at` of the report is when the request left whose answer says so: what left before is counted in it. */
  rate({ route, remaining, resetsAt, at, reads, receivedAt }: Report & { readonly kind: 'rate' }): void {
    this.version++
    this.#state.told.set(route, { remaining, resetsAt, at })
    if (reads === undefined || reads === 0) return
    const second = secondOf(receivedAt)
    dropBefore(this.#state.reads, second - KEPT_SECONDS)
    this.#state.reads.push({ second, count: reads })
    for (const count of this.#counts) count.takeReads(second, reads)
  }

  /** What the venue last said of a route. */
  toldOf(route: string): Told | undefined {
    // Most venues say nothing, and every order asks.
    return this.#state.told.size === 0 ? undefined : this.#state.told.get(route)
  }

  /** Makes a count that is kept up to date from now on. */
  follow(): CallCount {
    const count = new CallCount(this.#state)
    this.#counts.push(count)
    return count
  }

  #callOf(at: Timestamp): DeskState['calls'][number] {
    const { calls } = this.#state
    const second = secondOf(at)
    const last = calls.at(-1)
    if (last?.second === second) return last
    if (calls.length >= 2 * KEPT_SECONDS) dropBefore(calls, second - KEPT_SECONDS)
    const call = { second, creates: 0, cancels: 0 }
    calls.push(call)
    return call
  }
}

/**
 * The calls of a log from a moment on; a moment within a second counts that second whole. The log is walked where the moment is another one
 * than the last time, and then mostly a new one, with few calls behind it; each call after that is added as it is made.
 */
export class CallCount {
  /** Creates and cancels together. */
  sent = 0
  cancels = 0
  reads = 0
  readonly #state: Calls
  #from = Number.NaN
  #first = Number.POSITIVE_INFINITY
  /** When an entry counts that lies ahead of now: an earlier run may have begun by a wall clock that was ahead. */
  #nextAt = Number.POSITIVE_INFINITY

  constructor(state: Calls) {
    this.#state = state
  }

  /** This count, from `from` up to `now`. */
  since(from: number, now: number): this {
    if (from !== this.#from || now >= this.#nextAt) this.#begin(from, secondOf(now))
    return this
  }

  /** For the log: what was called just now. */
  take(second: number, sent: number, cancels: number): void {
    if (second < this.#first) return
    this.sent += sent
    this.cancels += cancels
  }

  takeReads(second: number, reads: number): void {
    if (second >= this.#first) this.reads += reads
  }

  #begin(from: number, last: number): void {
    const { calls, reads } = this.#state
    this.#from = from
    this.#first = secondOf(from)
    this.#nextAt = Number.POSITIVE_INFINITY
    this.sent = this.cancels = this.reads = 0
    for (let i = calls.length - 1; i >= 0; i--) {
      const call = calls[i]
      if (call === undefined || call.second < this.#first) break
      if (this.#mayCount(call.second, last)) this.take(call.second, call.creates + call.cancels, call.cancels)
    }
    for (let i = reads.length - 1; i >= 0; i--) {
      const read = reads[i]
      if (read === undefined || read.second < this.#first) break
      if (this.#mayCount(read.second, last)) this.reads += read.count
    }
  }

  #mayCount(second: number, last: number): boolean {
    if (second <= last) return true
    this.#nextAt = Math.min(this.#nextAt, second * SECOND)
    return false
  }
}

/** By the even clock: a wall clock that is set would move calls into windows to come. */
const secondOf = (at: number): number => Math.floor(at / SECOND)

function dropBefore(list: { readonly second: number }[], second: number): void {
  let old = 0
  while ((list[old]?.second ?? second) < second) old++
  list.splice(0, old)
}
