import { yesTermsOf } from '../../backtest/calibrate/core-orders.js'
import type { Core } from '../../src/exchange/core/core.js'
import type { CoreEvent } from '../../src/exchange/core/core-event.js'
import { tradesOf } from '../../src/exchange/server/stream/market-push.js'
import type { MarketEvent } from '../../src/model/event.js'
import { MarketIndex } from '../../src/model/ids.js'
import type { Market } from '../../src/model/market.js'
import { type BookSide, Price, Size } from '../../src/model/money.js'
import type { Timestamp } from '../../src/model/time.js'
import { bookChanges, wholeBook } from '../../src/protocol/book-changes.js'
import type { BookColumn, WholeBook } from '../../src/protocol/read-book.js'
import { type FeedOf, WALLET } from './joined-run.js'

/** Whether the crowd is shown as it stands, without what our fills took of it, or as it was recorded, as if they had taken nothing. */
type Crowd = 'as it stands' | 'as recorded'

/** The feed of a real exchange: prints, and after each change whole books in which our orders stand, of which the decoder makes changes. */
export function exchangePushes(markets: readonly Market[], crowd: Crowd): FeedOf {
  const last = new Map<number, WholeBook>()
  const recorded = new RecordedSizes()
  const columnOf = crowd === 'as recorded' ? recorded.column : standing
  const push = (core: Core, id: number, now: Timestamp): readonly MarketEvent[] => {
    const market = markets[id - 1]
    if (market === undefined) return []
    const next = { updatedMs: now / 1_000, bids: columnOf(core, id, 'bid'), asks: columnOf(core, id, 'ask') }
    const before = last.get(id)
    last.set(id, next)
    const stamp = { at: now, receivedAt: now, market: market.index }
    return before === undefined ? wholeBook(next, stamp) : bookChanges({ last: before, next }, stamp)
  }
  return {
    news: (core, now, { played, happened }) => {
      for (const event of played) recorded.see(event)
      return [
        ...printsOf(played, happened, now),
        ...happened.flatMap(event => (event.kind === 'book' ? push(core, event.market, now) : [])),
        ...played.filter(({ kind }) => kind === 'market'),
      ]
    },
  }
}

function standing(core: Core, market: number, side: BookSide): BookColumn {
  const levels = core.levels(market, side)
  return { prices: levels.map(({ price }) => price), sizes: levels.map(({ size }) => size) }
}

/** What the recording displays of each market and side, by price. */
class RecordedSizes {
  readonly #sides = new Map<string, Map<number, number>>()

  see(event: MarketEvent): void {
    if (event.kind === 'clear') for (const side of ['bid', 'ask'] as const) this.#of(event.market, side).clear()
    if (event.kind !== 'level') return
    const sizes = this.#of(event.market, event.side)
    if (event.size === 0) sizes.delete(event.price)
    else sizes.set(event.price, event.size)
  }

  /** With our orders, the best first. */
  readonly column = (core: Core, market: number, side: BookSide): BookColumn => {
    const sizes = new Map(this.#of(market - 1, side))
    for (const order of core.openOrdersOf(WALLET)) {
      const terms = yesTermsOf(order)
      if (order.spec.market !== market || terms.side !== side || !order.isResting) continue
      const left = Size.floorWei(order.spec.shares) - Size.floorWei(order.matched)
      sizes.set(terms.price, (sizes.get(terms.price) ?? 0) + left)
    }
    const levels = [...sizes].toSorted(([a], [b]) => (side === 'bid' ? b - a : a - b))
    return { prices: levels.map(([price]) => price), sizes: levels.map(([, size]) => size) }
  }

  #of(market: number, side: BookSide): Map<number, number> {
    const key = `${market} ${side}`
    const sizes = this.#sides.get(key) ?? new Map<number, number>()
    this.#sides.set(key, sizes)
    return sizes
  }
}

/** The recorded prints; where the recorded crowd reached our orders without one, what it filled of them. */
function printsOf(played: readonly MarketEvent[], happened: readonly CoreEvent[], now: Timestamp): readonly MarketEvent[] {
  const stamp = { at: now, receivedAt: now, kind: 'trade' } as const
  const prints = played.flatMap(event => (event.kind === 'trade' ? [{ ...event, ...stamp }] : []))
  if (prints.length > 0) return prints
  const ours = happened.flatMap(event => (event.kind === 'matched' ? tradesOf(event.match) : []))
  return ours.map(({ market, side, price, size }) => ({
    ...stamp,
    market: MarketIndex.of(market - 1),
    side,
    price: Price.of(price),
    size: Size.of(size),
  }))
}
