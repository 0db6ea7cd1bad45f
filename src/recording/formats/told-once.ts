import { Timestamp } from '../../model/time.js'
import type { KalshiLine, KalshiNumbers } from './kalshi-line.js'
import type { PairedRow } from './paired-rows.js'
import { RecentMessages } from './recent-messages.js'

/** A message of one market. */
export type KalshiMessage = KalshiLine | (PairedRow & KalshiNumbers & { readonly kind: 'change' })

/** `again`: a repetition of an earlier message, equal in every field. A reason: that cannot be decided, so the source is refused. */
export type Verdict = 'new' | 'again' | { readonly why: string }

/** A book with a known number within this time is a repetition; later it may come from a new connection. Microseconds. */
const SNAPSHOT_AGAIN = 10_000_000
/** How far venue times may go back at a new connection, in microseconds. */
const BACK_MAX = 60_000_000
const TRADES_MAX = 2 ** 17
const SNAPSHOTS_MAX = 64

/**
 * Detects repeated messages of one market by the venue's numbers: changes and books by subscription and sequence, prints by trade id. A sequence
 * grows within its subscription; a book with a smaller one starts a new connection.
 */
export class ToldOnce {
  readonly #messages = new RecentMessages()
  readonly #trades = new Set<string>()
  #snapshots: { readonly text: string; readonly toldAt: number; readonly receivedAt: number; readonly after: number }[] = []
  /** The last sequence of each subscription on this connection. */
  readonly #last = new Map<number, number>()
  /** The highest of each over all connections: a higher number cannot be a repetition. */
  readonly #highest = new Map<number, number>()
  /** The subscription of the book; null: none yet. */
  #bookSid: number | null = null
  #newestAt = 0
  /** True: a connection has begun, and no message with a venue time has come on it yet. */
  #isFresh = false
  /** New messages so far. */
  #count = 0

  /** Takes the next message with its settled arrival time. A message without numbers is `new`. */
  take(message: KalshiMessage, receivedAt: number): Verdict {
    const { sid, seq } = message
    if (message.kind === 'print' && message.tradeId !== null) return this.#print(message.tradeId, message, receivedAt)
    if (sid === null || seq === null) return 'new'
    if (message.kind === 'snapshot') return this.#snapshot({ ...message, sid, seq }, receivedAt)
    const last = this.#last.get(sid)
    // A message of an earlier connection may be repeated after the book of the next one.
    const mayBeAgain = seq <= (this.#highest.get(sid) ?? -1)
    if (mayBeAgain && this.#messages.has(message)) return 'again'
    if (last !== undefined && seq <= last) return { why: outOfOrder(message, last) }
    if (message.kind === 'change' && this.#bookSid !== null && sid !== this.#bookSid)
      return { why: `a change of subscription ${sid} between those of subscription ${this.#bookSid}` }
    this.#last.set(sid, seq)
    if (!mayBeAgain) this.#highest.set(sid, seq)
    this.#messages.add(message)
    return this.#timed(message.at, receivedAt)
  }

  #print(id: string, { at }: { readonly at: Timestamp | null }, receivedAt: number): Verdict {
    if (this.#trades.has(id)) return 'again'
    this.#trades.add(id)
    if (this.#trades.size > TRADES_MAX) for (const oldest of this.#trades) if (this.#trades.delete(oldest)) break
    return this.#timed(at, receivedAt)
  }

  #snapshot(
    message: KalshiMessage & { readonly kind: 'snapshot'; readonly sid: number; readonly seq: number },
    receivedAt: number,
  ): Verdict {
    const { sid, seq, levels, receivedAt: toldAt } = message
    const text = JSON.stringify([sid, seq, levels])
    const isAgain = this.#snapshots.some(
      snapshot =>
        snapshot.text === text &&
        (snapshot.toldAt === toldAt || snapshot.after === this.#count || receivedAt - snapshot.receivedAt <= SNAPSHOT_AGAIN),
    )
    if (isAgain) return 'again'
    const last = this.#last.get(sid)
    if (last !== undefined && (seq <= last || sid !== this.#bookSid)) {
      this.#last.clear()
      this.#isFresh = true
    }
    this.#last.set(sid, seq)
    this.#bookSid = sid
    this.#count++
    this.#snapshots = [...this.#snapshots, { text, toldAt, receivedAt, after: this.#count }].slice(-SNAPSHOTS_MAX)
    return 'new'
  }

  /** A venue's clock does not go back: if a new connection sends old times, the source repeats itself. */
  #timed(at: Timestamp | null, receivedAt: number): Verdict {
    this.#count++
    if (at === null) return 'new'
    const isBack = this.#isFresh && at < this.#newestAt - BACK_MAX
    this.#isFresh = false
    if (isBack) return { why: `a message of ${Timestamp.iso(at)} behind one of ${Timestamp.iso(Timestamp.of(this.#newestAt))}` }
    // A timestamp far ahead is not believed.
    this.#newestAt = Math.max(this.#newestAt, Math.min(at, receivedAt + BACK_MAX))
    return 'new'
  }
}

const outOfOrder = ({ sid, seq }: KalshiNumbers, last: number): string =>
  `message ${seq} of subscription ${sid} behind message ${last}, and it is none of those told lately`
