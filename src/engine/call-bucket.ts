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
 * One of the venue's token buckets: each call takes a token, and tokens are refilled evenly. A restart knows earlier calls by whole seconds, and
 * assumes the last moment of each second. The keeper has no share of it: while the daemon makes no calls, it fills up.
 */
export class CallBucket {
  /** Refill time of one token, in microseconds. */
  readonly pace: number
  readonly #capacity: number
  /** The part that only cancels may use. */
  readonly #part: number
  readonly #clock: CallBucketParts['clock']
  /** Tokens at a moment; negative if more calls were made than it held. */
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

  /** Creates that it allows now. */
  free(): number {
    return this.#left() - this.#part
  }

  /** When this many creates may be sent: now if at once. If it never holds that many: when it holds as many as it can. */
  opensAt(calls: number): number {
    const wanted = Math.min(calls, Math.max(1, this.#capacity - this.#part))
    return this.#restoredAt(wanted - this.free())
  }

  /** When a removal request may be sent: now if at once. */
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
