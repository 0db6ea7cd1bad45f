import type { MarketEvent } from '../../model/event.js'
import { type BookSide, Price, Size } from '../../model/money.js'
import { Timestamp } from '../../model/time.js'

/** A level of one market, or a print in it, as its feed told it. */
export type BookEvent = Extract<MarketEvent, { readonly kind: 'level' | 'trade' }>

interface Held {
  readonly event: BookEvent
  /** Of a decrease: what no print has explained yet, in millionths. 0: it waits for none. */
  unexplained: number
}

/** What one message told. */
interface Message {
  readonly rows: Held[]
  goesAt: Timestamp
}

/**
 * Holds the rows of one market while a decrease among them may still be explained by a print that is told behind it. A decrease is the print's
 * where side and price are the same and the print happened no later than the book that shows the decrease; a print of just its size may be
 * stamped later by `withinUs`. Of several the nearest in venue time is taken, and of those the oldest. The print then stands before its decrease,
 * as an importer would have it: else the queue of that level would move twice. Nothing waits longer than `withinUs`, and what comes behind a
 * waiting message waits with it; where no decrease waits, rows go on at once.
 */
export class LatePrints {
  readonly #withinUs: number
  /** What each level holds, in millionths, by `placeOf`. */
  readonly #book = new Map<number, number>()
  #messages: Message[] = []

  /** 0: nothing waits. */
  constructor(withinUs: number) {
    this.#withinUs = withinUs
  }

  /** When the first of what waits goes on; `null`: nothing waits. */
  get goesAt(): Timestamp | null {
    return this.#messages[0]?.goesAt ?? null
  }

  /** The book as it was heard, what waits included. */
  levels(): readonly { readonly side: BookSide; readonly price: Price; readonly size: Size }[] {
    return Array.from(this.#book, ([place, size]) => ({
      side: place > 0 ? ('bid' as const) : ('ask' as const),
      price: Price.of(Math.abs(place)),
      size: Size.of(size),
    }))
  }

  /** A whole book begins. What waits goes on. */
  begin(): readonly BookEvent[] {
    const rest = this.flush()
    this.#book.clear()
    return rest
  }

  /** Takes what one message told, and gives what goes on now. */
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

  /** What has waited long enough, or waits for nothing any more. */
  release(now: Timestamp): readonly BookEvent[] {
    const going = this.#messages.findIndex(({ goesAt }) => goesAt > now)
    const messages = this.#messages.splice(0, going < 0 ? this.#messages.length : going)
    return messages.flatMap(({ rows }) => rows.map(({ event }) => event))
  }

  /** All that waits. */
  flush(): readonly BookEvent[] {
    return this.release(Timestamp.NEVER)
  }

  /** Sets a level, and answers what of it left without a reason. */
  #note({ side, price, size, cause }: BookEvent & { readonly kind: 'level' }): number {
    const place = placeOf(side, price)
    const before = this.#book.get(place) ?? 0
    if (size === Size.ZERO) this.#book.delete(place)
    else this.#book.set(place, size)
    return cause === 'unexplained' && this.#withinUs > 0 ? Math.max(0, before - size) : 0
  }

  /** Puts a print before the decrease that it caused; false: none waits. */
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
