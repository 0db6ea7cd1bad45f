import type { Timestamp } from '../../../model/time.js'
import type { Reads } from '../read-models/reads.js'
import type { Push } from '../stream/stream-faults.js'
import type { FaultRules, Occasion } from './fault-rules.js'
import { shiftedTimes } from './shifted-times.js'

/** Delivers pushes with the faults that are set. */
export interface FaultyPushes {
  /** `deliver` is called once, several times, later or never. */
  leave(push: Push, deliver: (data: object) => void): void
  /** The message to send instead of `data`, for a push or a snapshot. */
  wording(push: Push): object
  /** Delays pushes about the fills of this order from now on. */
  delayFills(hash: string, byMs: number): void
}

/** Fields of messages that faults need; most messages have only some of them. */
interface Said {
  readonly type?: string
  readonly orderHash?: string
  readonly settlementId?: string
  readonly details?: { readonly marketId?: number }
}

type Level = readonly [price: number, size: number]
interface Book {
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

const WITHIN_MS = 500
/** Most orders with delayed fills, and most settlements without a fill; the oldest are dropped. */
const REMEMBERED_MAX = 10_000

export const createFaultyPushes = (reads: () => Reads, rules: FaultRules): FaultyPushes => new RuledPushes(reads, rules)

class RuledPushes implements FaultyPushes {
  readonly #reads: () => Reads
  readonly #rules: FaultRules
  /** Messages that wait for the next one of their channel. */
  readonly #waiting = new Map<string, () => void>()
  readonly #late = new Map<string, number>()
  readonly #nameless = new Map<string, true>()

  constructor(reads: () => Reads, rules: FaultRules) {
    this.#reads = reads
    this.#rules = rules
  }

  leave(push: Push, deliver: (data: object) => void): void {
    const occasion = this.#occasion(push)
    if (this.#isKeptBack(push, occasion)) return
    const data = this.#worded(push, occasion)
    const send = (): void => deliver(data)
    const lateMs = this.#lateness(push)
    if (lateMs !== null) later(lateMs, send)
    else if (this.#waiting.has(push.key)) this.#swap(push.key, send)
    else if (!this.#holds(push.key, occasion, send)) this.#send(occasion, send)
  }

  wording(push: Push): object {
    return this.#worded(push, this.#occasion(push))
  }

  delayFills(hash: string, byMs: number): void {
    remember(this.#late, hash, byMs)
  }

  #worded(push: Push, occasion: Occasion): object {
    const isCrossed = occasion.topic === 'book' && this.#rules.strike('crossed-book', occasion) !== null
    const told = isCrossed ? crossed(push.data as Book, this.#tick(occasion)) : this.#withoutFill(push, occasion)
    const offset = this.#rules.strike('clock-offset', occasion)
    return offset === null ? told : (shiftedTimes(told, offset.byMs) as object)
  }

  #occasion({ key, data }: Push): Occasion & { readonly topic: string } {
    const [topic = '', id = ''] = key.split(':', 2)
    const at: Timestamp = this.#reads().now()
    if (topic === 'wallet') return { at, topic, accounts: [id], market: (data as Said).details?.marketId ?? null }
    return { at, topic, market: topic === 'price' || topic === 'category' ? null : Number(id) }
  }

  #isKeptBack({ key, data }: Push, occasion: Occasion): boolean {
    if (this.#rules.strike('silence', occasion) !== null) return true
    const { type, settlementId, orderHash } = data as Said
    if (type === 'orderTransactionSubmitted' && this.#rules.peek('success-without-fill', occasion)?.hidesSubmission === true) {
      if (this.#rules.strike('success-without-fill', occasion) === null) return false
      remember(this.#nameless, `${settlementId} ${orderHash}`, true)
      return true
    }
    return this.#isOfSilentResolution(key)
  }

  #isOfSilentResolution(key: string): boolean {
    return this.#rules.list().some(({ fault, strikes }) => {
      if (fault.kind !== 'silent-resolution' || strikes === 0) return false
      const category = this.#reads().markets.catalog.market(fault.market)?.category.id
      const { market } = fault
      const topics = ['status', 'trading', 'changed', 'chance'].map(topic => `${topic}:${market}`)
      return key === `category:${category}` || topics.includes(key)
    })
  }

  #withoutFill({ data }: Push, occasion: Occasion): object {
    const { type, settlementId, orderHash } = data as Said
    if (type !== 'orderTransactionSuccess') return data
    const isNameless = this.#nameless.delete(`${settlementId} ${orderHash}`)
    const struck = isNameless || this.#rules.strike('success-without-fill', occasion) !== null
    if (!struck) return data
    return Object.fromEntries(Object.entries(data).filter(([key]) => key !== 'settlementId' && key !== 'fill' && key !== 'fee'))
  }

  /** In 1/10,000 of a dollar. */
  #tick({ market }: Occasion): number {
    return this.#reads().core.market(market ?? -1)?.tick ?? 100
  }

  #lateness({ data }: Push): number | null {
    const { type, orderHash } = data as Said
    return type?.startsWith('orderTransaction') === true ? (this.#late.get(orderHash ?? '') ?? null) : null
  }

  /** Whether the message is held back until the next one of its channel. */
  #holds(key: string, occasion: Occasion, send: () => void): boolean {
    const fault = this.#rules.strike('reorder-events', occasion)
    if (fault === null) return false
    const release = (): void => {
      if (this.#waiting.get(key) !== release) return
      this.#waiting.delete(key)
      send()
    }
    this.#waiting.set(key, release)
    later(fault.withinMs ?? WITHIN_MS, release)
    return true
  }

  #swap(key: string, send: () => void): void {
    send()
    this.#waiting.get(key)?.()
  }

  #send(occasion: Occasion, send: () => void): void {
    send()
    if (this.#rules.strike('duplicate-events', occasion) !== null) send()
  }
}

const later = (ms: number, work: () => void): void => {
  setTimeout(work, ms).unref()
}

const remember = <T>(memory: Map<string, T>, key: string, value: T): void => {
  for (const oldest of memory.keys()) {
    if (memory.size < REMEMBERED_MAX) break
    memory.delete(oldest)
  }
  memory.set(key, value)
}

/** The book with one more bid, a tick above the best ask; unchanged where there is no ask. */
const crossed = (book: Book, tick: number): Book => {
  const ask = book.asks[0]
  if (ask === undefined) return book
  const price = Math.min(Math.round(ask[0] * 10_000) + tick, 10_000 - tick) / 10_000
  return { ...book, bids: [[price, ask[1]], ...book.bids] }
}
