import type { Report } from '../model/report.js'
import type { Timestamp } from '../model/time.js'
import type { DeskState } from './desk-state.js'

type Calls = Pick<DeskState, 'calls' | 'reads' | 'told'>
type Told = NonNullable<ReturnType<DeskState['told']['get']>>

const SECOND = 1_000_000
const KEPT_SECONDS = 600

/**
 * The calls that are kept in a state. The log drops old ones only from time to time, because removing the first element of a list moves all others.
 */
export const recentCalls = (calls: DeskState['calls']): DeskState['calls'] => {
  const recent = [...calls]
  dropBefore(recent, (recent.at(-1)?.second ?? 0) - KEPT_SECONDS)
  return recent
}

/**
 * The calls of a wallet by whole seconds of the monotonic clock, and the venue's reports about its windows: the only writer of these parts of a
 * state.
 */
export class CallLog {
  /** Changes with each call and each report about windows. */
  version = 0
  readonly #state: Calls
  readonly #counts: CallCount[] = []
  readonly #listeners: ((what: 'create' | 'removal', at: Timestamp) => void)[] = []

  constructor(state: Calls) {
    this.#state = state
  }

  /** Calls by whole seconds, oldest first. */
  get seconds(): Calls['calls'] {
    return this.#state.calls
  }

  /** Calls the listener for each later call. */
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

  /** The report's `at` is when the request was sent whose answer says so: earlier calls are included in it. */
  rate({ route, remaining, resetsAt, at, reads, receivedAt }: Report & { readonly kind: 'rate' }): void {
    this.version++
    this.#state.told.set(route, { remaining, resetsAt, at })
    if (reads === undefined || reads === 0) return
    const second = secondOf(receivedAt)
    dropBefore(this.#state.reads, second - KEPT_SECONDS)
    this.#state.reads.push({ second, count: reads })
    for (const count of this.#counts) count.takeReads(second, reads)
  }

  /** The venue's last report about a route. */
  toldOf(route: string): Told | undefined {
    // Most venues report nothing, and every order asks.
    return this.#state.told.size === 0 ? undefined : this.#state.told.get(route)
  }

  /** Creates a count that is kept up to date from now on. */
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
 * The number of calls in a log since a moment; a moment within a second counts the whole second. The log is scanned only when the moment changes, and
 * then mostly a short part of it; later calls are added as they are made.
 */
export class CallCount {
  /** Creates and cancels together. */
  sent = 0
  cancels = 0
  reads = 0
  readonly #state: Calls
  #from = Number.NaN
  #first = Number.POSITIVE_INFINITY
  /** When an entry with a future time will count: an earlier run may have started with a wall clock that was ahead. */
  #nextAt = Number.POSITIVE_INFINITY

  constructor(state: Calls) {
    this.#state = state
  }

  /** Moves this count to the period from `from` to `now`. */
  since(from: number, now: number): this {
    if (from !== this.#from || now >= this.#nextAt) this.#begin(from, secondOf(now))
    return this
  }

  /** For the log: adds a call. */
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

/** By the monotonic clock: with a wall clock that is set, calls would move into future windows. */
const secondOf = (at: number): number => Math.floor(at / SECOND)

function dropBefore(list: { readonly second: number }[], second: number): void {
  let old = 0
  while ((list[old]?.second ?? second) < second) old++
  list.splice(0, old)
}
