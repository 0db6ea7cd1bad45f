import type { MarketEvent } from '../../model/event.js'
import { type BookSide, Price, Size } from '../../model/money.js'
import { Timestamp } from '../../model/time.js'

/** A level of one market, or a print in it, as its feed sent it. */
export type BookEvent = Extract<MarketEvent, { readonly kind: 'level' | 'trade' }>

interface Held {
  readonly event: BookEvent
  /** What a decrease waits for: the millionths that no print has explained yet. 0: nothing. */
  unexplained: number
}

/** The rows of one message, and when they are released. */
interface Message {
  readonly rows: Held[]
  goesAt: Timestamp
}

/**
 * Holds back the rows of one market while a print that arrives later may still explain one of their decreases. A print explains a decrease of the
 * same side and price if it happened no later than the book that shows the decrease; a print of exactly its size may be stamped up to `withinUs`
 * later. Of several decreases the nearest in venue time is taken, of those the oldest. The print then goes before its decrease, as in an imported
 * recording; otherwise that level's queue would move twice. No row waits longer than `withinUs`, and rows behind a waiting message wait with it.
 */
export class LatePrints {
  readonly #withinUs: number
  /** Size of each level in millionths, by `placeOf`. */
  readonly #book = new Map<number, number>()
  #messages: Message[] = []

  /** `withinUs` 0: no row waits. */
  constructor(withinUs: number) {
    this.#withinUs = withinUs
  }

  /** When the first waiting rows are released; `null`: none waits. */
  get goesAt(): Timestamp | null {
    return this.#messages[0]?.goesAt ?? null
  }

  /** The book with all messages so far, waiting ones included. */
  levels(): readonly { readonly side: BookSide; readonly price: Price; readonly size: Size }[] {
    return Array.from(this.#book, ([place, size]) => ({
      side: place > 0 ? ('bid' as const) : ('ask' as const),
      price: Price.of(Math.abs(place)),
      size: Size.of(size),
    }))
  }

  /** Begins a whole book, and releases what waits. */
  begin(): readonly BookEvent[] {
    const rest = this.flush()
    this.#book.clear()
    return rest
  }

  /** Takes the rows of one message, and returns those that are released now. */
  take(events: readonly BookEvent[], now: Timestamp): readonly BookEvent[] {
    const rows: Held[] = []
    for (const event of events) {
      if (event.kind === 'level') rows.push({ event, unexplained: this.#note(event) })
      else if (!this.#pair(event)) rows.push({ event, unexplained: 0 })
    }
    const waits = rows.some(({ unexplained }) => unexplained > 0)
    if (rows.length > 0) this.#messages.push({ rows, goesAt: waits ? Timestamp.add(now, this.#withinUs) : now })
    return this.release(now)
  }

  /** Rows that have waited long enough, or no longer need to wait. */
  release(now: Timestamp): readonly BookEvent[] {
    const going = this.#messages.findIndex(({ goesAt }) => goesAt > now)
    const messages = this.#messages.splice(0, going < 0 ? this.#messages.length : going)
    return messages.flatMap(({ rows }) => rows.map(({ event }) => event))
  }

  /** Releases all that waits. */
  flush(): readonly BookEvent[] {
    return this.release(Timestamp.NEVER)
  }

  /** Sets a level. Returns the part of its decrease that no cause explains. */
  #note({ side, price, size, cause }: BookEvent & { readonly kind: 'level' }): number {
    const place = placeOf(side, price)
    const before = this.#book.get(place) ?? 0
    if (size === Size.ZERO) this.#book.delete(place)
    else this.#book.set(place, size)
    return cause === 'unexplained' && this.#withinUs > 0 ? Math.max(0, before - size) : 0
  }

  /** Puts a print before the decrease that it explains; false: no such decrease waits. */
  #pair(print: BookEvent): boolean {
    let best: { readonly message: Message; readonly row: Held } | null = null
    for (const message of this.#messages)
      for (const row of message.rows)
        if (this.#explains(print, row) && (best === null || apart(print, row) < apart(print, best.row))) best = { message, row }
    if (best === null) return false
    const { message, row } = best
    const left = Math.max(0, row.unexplained - print.size)
    const event: BookEvent = left === 0 && row.event.kind === 'level' ? { ...row.event, cause: 'traded' } : row.event
    message.rows.splice(message.rows.indexOf(row), 1, { event: print, unexplained: 0 }, { event, unexplained: left })
    if (message.rows.every(({ unexplained }) => unexplained === 0)) message.goesAt = Timestamp.ZERO
    return true
  }

  #explains(print: BookEvent, { event, unexplained }: Held): boolean {
    if (unexplained === 0 || event.side !== print.side || event.price !== print.price) return false
    return print.at <= event.at || (print.size === unexplained && print.at - event.at <= this.#withinUs)
  }
}

const placeOf = (side: BookSide, price: Price): number => (side === 'bid' ? price : -price)

const apart = (print: BookEvent, { event }: Held): number => Math.abs(print.at - event.at)
