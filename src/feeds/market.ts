import { map } from 'rxjs'
import { z } from 'zod'
import { BookLadder, rungOf } from '../model/book-ladder.js'
import type { MarketEvent } from '../model/event.js'
import type { Frame } from '../model/frame.js'
import { Price } from '../model/money.js'
import { fromJson, toJson } from '../model/plain.js'
import { plainMarket } from '../model/plain-market.js'
import type { Reading } from '../model/reading.js'
import type { FeedDefinition } from './feed-definition.js'

const config = z.strictObject({
  /** Of a market at the run's venue. */
  id: z.union([z.string().min(1), z.number().int()]).transform(String),
  field: z.enum(['mid', 'microprice', 'bid', 'ask', 'last']).default('mid'),
})
type Field = z.output<typeof config>['field']

/**
 * Another market at the run's venue: a price of its book, or its last trade, in 1/10,000 like all market prices. Its book includes our own orders
 * there.
 */
export const feed: FeedDefinition<typeof config> = {
  name: 'market',
  version: 1,
  config,
  open: ({ id }, { venue }) => venue.market(id).pipe(map(textOf)),
  reader: ({ id, field }, { decoder }) => {
    const frames = decoder([plainMarket(id)])
    const book = new MarketPrice(field)
    return (text, receivedAt) => {
      const frame = { ...(fromJson(text) as Omit<Frame, 'receivedAt'>), receivedAt } as Frame
      let reading: Reading | null = null
      for (const event of frames.decode(frame)) reading = book.take(event) ?? reading
      return reading
    }
  },
}

/** A frame without its arrival time, which each message has anyway. */
const textOf = (frame: Frame): string =>
  toJson('event' in frame ? { source: frame.source, event: frame.event } : { source: frame.source, frame: frame.frame })

class MarketPrice {
  readonly #field: Field
  readonly #bids = new BookLadder()
  readonly #asks = new BookLadder()
  #isLive = false
  /** 0: unknown. */
  #last = 0

  constructor(field: Field) {
    this.#field = field
  }

  /** null: the event does not affect the price. */
  take(event: MarketEvent): Reading | null {
    switch (event.kind) {
      case 'clear':
        this.#bids.clear()
        this.#asks.clear()
        this.#isLive = true
        return null
      case 'level': {
        const side = event.side === 'bid' ? 0 : 1
        this.#ladder(side).set(rungOf(side, event.price), event.size)
        return this.#reading()
      }
      case 'trade':
        this.#last = event.price
        return this.#reading()
      case 'confirmed':
        return this.#reading()
      case 'feed':
        this.#isLive = false
        // A trade may have been missed.
        this.#last = 0
        return { state: event.state, why: event.why }
      case 'market':
        return event.market.result === null ? null : { state: 'lost', why: 'its market is decided' }
      case 'joined':
      case 'left':
      case 'reference':
      case 'reference-feed':
      case 'venue':
        return null
      default:
        return event satisfies never
    }
  }

  #ladder(side: 0 | 1): BookLadder {
    return side === 0 ? this.#bids : this.#asks
  }

  #reading(): Reading | null {
    if (!this.#isLive) return null
    if (this.#field === 'last') return this.#last === 0 ? null : { value: this.#last }
    const bid = this.#bids.best
    const ask = Price.ONE - this.#asks.best
    if (this.#field === 'bid') return bid === 0 ? { state: 'suspect', why: 'its market has no bid' } : { value: bid }
    if (this.#field === 'ask')
      return this.#asks.best === 0 ? { state: 'suspect', why: 'its market has no ask' } : { value: ask }
    if (bid === 0 || this.#asks.best === 0) return { state: 'suspect', why: 'its market has no two-sided book' }
    if (bid >= ask) return { state: 'suspect', why: 'its market shows a crossed book' }
    return { value: this.#field === 'mid' ? (bid + ask) / 2 : this.#microprice(bid, ask) }
  }

  #microprice(bid: number, ask: number): number {
    const bidSize = this.#bids.sizeAt(bid)
    const askSize = this.#asks.sizeAt(this.#asks.best)
    return (bid * askSize + ask * bidSize) / (bidSize + askSize)
  }
}
