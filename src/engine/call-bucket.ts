import type { CallBucketLimit } from '../model/call-limit.js'
import type { CallLog } from './call-log.js'
import type { DeskClock } from './desk-clock.js'

const SECOND = 1_000_000

interface CallBucketParts {
  readonly bucket: CallBucketLimit
  /** Share of it that only cancels may use. */
  readonly cancelReservePercent: number
  readonly log: CallLog
  readonly clock: Readonly<Pick<DeskClock, 'now'>>
}

/**
 * One of the venue's token buckets: each call takes a token, and tokens come back evenly until it is full. A restart knows the calls of its earlier life by
 * whole seconds, and takes each for the last moment of its second. The keeper has no share of it: while the daemon calls nothing, it fills.
 */
export class CallBucket {
  /** How long a token takes to come back, in microseconds. */
  readonly pace: number
  readonly #capacity: number
  /** The part that only cancels may use. */
  readonly #part: number
  readonly #clock: CallBucketParts['clock']
  /** Tokens at a moment; below zero where the calls of one moment were more. */
  #tokens: number
  #at = 0

  constructor({ bucket, cancelReservePercent, log, clock }: CallBucketParts) {
    this.pace = SECOND / bucket.refillPerSecond
    this.#capacity = bucket.capacity
    this.#part = (bucket.capacity * cancelReservePercent) / 100
    this.#clock = clock
    this.#tokens = bucket.capacity
    const isOfCreates = bucket.route === 'create'
    for (const { second, creates, cancels } of log.seconds)
      this.#spend((second + 1) * SECOND, isOfCreates ? creates : creates + cancels)
    log.onCall((what, at) => {
      if (what === 'create' || !isOfCreates) this.#spend(at, 1)
    })
  }

  /** Creates that it holds now. */
  free(): number {
    return this.#left() - this.#part
  }

  /** When this number of creates may go: now if at once. Where it never holds them all, as many as it holds. */
  opensAt(calls: number): number {
    const wanted = Math.min(calls, Math.max(1, this.#capacity - this.#part))
    return this.#restoredAt(wanted - this.free())
  }

  /** When a request that takes orders off may leave: now if at once. */
  removesAt(removedAt: number): number {
    const left = this.#left()
    const { now } = this.#clock
    if (left > this.#part / 2) return now
    return left < 1 ? this.#restoredAt(1 - left) : Math.max(now, removedAt + this.pace)
  }

  #restoredAt(missing: number): number {
    const { now } = this.#clock
    return missing <= 0 ? now : Math.ceil(now + missing * this.pace)
  }

  #left(): number {
    return this.#tokensAt(this.#clock.now)
  }

  #tokensAt(now: number): number {
    return Math.min(this.#capacity, this.#tokens + Math.max(0, now - this.#at) / this.pace)
  }

  #spend(at: number, calls: number): void {
    this.#tokens = this.#tokensAt(at) - calls
    this.#at = Math.max(this.#at, at)
  }
}
