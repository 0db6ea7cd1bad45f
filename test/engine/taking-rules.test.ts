import { describe, expect, it } from 'vitest'
import { review } from '../../src/engine/risk.js'
import { MarketIndex } from '../../src/model/ids.js'
import type { Place } from '../../src/model/intent.js'
import type { Limits } from '../../src/model/limits.js'
import type { Outcome, Side } from '../../src/model/money.js'
import { type Decision, keep } from '../../src/model/quote.js'
import { Timestamp } from '../../src/model/time.js'
import type { View } from '../../src/strategy/view.js'
import {
  accepted,
  cancelsOf,
  DeskBench,
  level,
  picture,
  rows,
  START,
  settings,
  stanceOf,
  submitsOf,
  written,
} from './desk-bench.js'
import { type Random, RandomSession } from './random-session.js'

const place = (side: Side, outcome: Outcome, price: number, style: Place['style'] = 'post-only'): Place => ({
  kind: 'place',
  ...{ market: MarketIndex.of(0), side, outcome, style, expiresAt: Timestamp.add(START, 120_000_000) },
  ...level(price, 20),
})
const limited = (limits: Partial<Limits>) => ({ limits: settings({ limits }).limits })
const sellable = { yes: 1e9, no: 1e9 }
const refusalOf = (order: Place, stance: Parameters<typeof stanceOf>[0]) => {
  const verdict = review(order, stanceOf({ sellable, ...stance }))
  return 'rule' in verdict ? [verdict.rule, verdict.limit, verdict.found, verdict.note] : null
}

describe('makerOnly', () => {
  const only = limited({ makerOnly: true })

  it('refuses every order that takes, whatever its price, and lets it pass where it is off', () => {
    const take = place('buy', 'yes', 0.45, 'fill-or-kill')
    expect(refusalOf(take, only)).toEqual(['makerOnly', 0, 0, 'an order that takes'])
    expect(refusalOf(place('sell', 'yes', 0.39, 'market'), only)).toEqual(['makerOnly', 0, 2, 'an order that takes'])
    expect(refusalOf(take, limited({}))).toBeNull()
    expect(refusalOf(take, limited({ makerOnly: false }))).toBeNull()
  })

  // Others bid 0.40 and ask 0.60.
  it.each([
    ['buy', 'yes', 0.59, null],
    ['buy', 'yes', 0.6, 1],
    ['sell', 'no', 0.38, 3],
    ['sell', 'yes', 0.41, null],
    ['buy', 'no', 0.6, 1],
    ['buy', 'no', 0.59, null],
  ] as const)('of a quote to %s %s at %d', (side, outcome, price, ticks) => {
    const expected = ticks === null ? null : ['makerOnly', 0, ticks, 'a quote that would take']
    expect(refusalOf(place(side, outcome, price), only)).toEqual(expected)
    expect(refusalOf(place(side, outcome, price), limited({}))).toBeNull()
  })

  it('has nothing to take where the other side is empty', () => {
    expect(refusalOf(place('buy', 'yes', 0.9), { ...only, ask: 0 })).toBeNull()
  })
})

describe('an order that takes', () => {
  it('is refused where it may take an order of our own, of either outcome', () => {
    const resting = { ownBid: 4_500, ownAsk: 5_200 }
    const asks = 'it may take our own ask, in prices of YES'
    expect(refusalOf(place('buy', 'yes', 0.52, 'market'), resting)).toEqual(['ownOrder', 0.52, 0.52, asks])
    expect(refusalOf(place('sell', 'no', 0.47, 'market'), resting)).toEqual(['ownOrder', 0.52, 0.53, asks])
    expect(refusalOf(place('buy', 'yes', 0.51, 'market'), resting)).toBeNull()
    const bids = 'it may take our own bid, in prices of YES'
    expect(refusalOf(place('buy', 'no', 0.55, 'fill-or-kill'), resting)).toEqual(['ownOrder', 0.45, 0.45, bids])
    expect(refusalOf(place('sell', 'yes', 0.46, 'fill-or-kill'), resting)).toBeNull()
    expect(refusalOf(place('buy', 'yes', 0.99, 'market'), { ownAsk: 0 })).toBeNull()
  })

  it('meets our own resting order on the complement before it leaves: buying YES at p takes our NO bid at 1 - p', () => {
    let wanted: Decision = keep()
    const bench = new DeskBench({ decide: ({ book }) => (book.state === 'live' ? wanted : keep()) })
    bench.turn({ events: picture('ask 0.60 100 / bid 0.40 100') })
    bench.open()
    const decide = (of: (book: View<unknown>['book'] & { readonly state: 'live' }) => Decision) => {
      const book = bench.books.book(MarketIndex.of(0))
      if (book.state !== 'live') throw new Error('a live book was expected')
      wanted = of(book)
      return bench.turn({ timer: true, afterMs: 2_000 })
    }
    const asked = decide(book => book.quote({ ask: level(0.55, 20) }))
    expect(submitsOf(asked).map(written)).toEqual(['buy no 0.45 20'])
    bench.turn({ reports: submitsOf(asked).map(accepted) })
    const near = decide(book => book.take('yes', 'buy', level(0.54, 10)))
    expect(submitsOf(near).map(written)).toEqual(['buy yes 0.54 10'])
    bench.turn({ reports: submitsOf(near).map(({ id }) => ({ kind: 'ended', order: id, how: 'unmatched', why: null })) })
    const far = decide(book => book.take('yes', 'buy', level(0.55, 10)))
    expect(submitsOf(far)).toEqual([])
    expect(far.refusals).toMatchObject([{ rule: 'ownOrder', limit: 0.55, found: 0.55 }])
  })
})

describe('with makerOnly a quote', () => {
  const only = settings({ limits: { makerOnly: true } })

  it('waits for our own order on the other side to leave, and then goes without the requote timer', () => {
    const bench = new DeskBench({
      decide: ({ book }) => {
        if (book.state !== 'live' || book.touch === null) return keep()
        const { bid, ask } = book.touch
        return book.quote({ bid: { ...level(0.4, 20), price: bid }, ask: { ...level(0.4, 20), price: ask } })
      },
      settings: { ...only, requote: { ...only.requote, requoteEveryMs: 60_000 } },
    })
    bench.turn({ events: picture('ask 0.52 100 / bid 0.48 100') })
    const first = bench.open()
    expect(submitsOf(first).map(written)).toEqual(['buy yes 0.48 20', 'buy no 0.48 20'])
    bench.turn({ reports: submitsOf(first).map(accepted) })
    const moved = bench.turn({
      events: rows('ask 0.52 20 / bid 0.48 20 / ask 0.60 100 / bid 0.55 100 / ask 0.52 0'),
      afterMs: 70_000,
    })
    expect(cancelsOf(moved)).toHaveLength(2)
    // The bid at 0.55 would meet our ask at 0.52, which is only asked to go.
    expect(submitsOf(moved).map(written)).toEqual(['buy no 0.40 20'])
    expect(moved.refusals).toEqual([])
    const gone = bench.turn({
      reports: cancelsOf(moved).map(order => ({ kind: 'removal', order: order as never, answer: 'removed' })),
    })
    expect(submitsOf(gone).map(written)).toEqual(['buy yes 0.55 20'])
  })

  it('never crosses what others or we have there, in any session, and nothing takes', () => {
    let placed = 0
    for (let seed = 1; seed <= 10; seed++) {
      const desk = settings({ limits: { makerOnly: true, positionMaxShares: 60 }, requote: { orderLifeSeconds: 3_600 } })
      const session = new RandomSession(seed, true, desk, wild)
      for (let i = 0; i < 80; i++) {
        const ours = Object.values(session.bench.desk.summary().markets).map(({ resting }) => resting)
        for (const { order } of submitsOf(session.step())) {
          placed++
          expect(order.style).toBe('post-only')
          const face = session.bench.books.book(order.market)
          if (face.state !== 'live') throw new Error('an order without a live book')
          const isBid = (order.outcome === 'yes') === (order.side === 'buy')
          const price = order.outcome === 'yes' ? order.price : 10_000 - order.price
          const own = ours[order.market]?.[isBid ? 'ask' : 'bid'] ?? []
          // The raw book holds ours too, as far as the session's venue shows it.
          const others = face.best(isBid ? 'ask' : 'bid')
          for (const other of [...own, ...(others === null ? [] : [others])])
            expect(isBid ? price < other.price : price > other.price, `seed ${seed}`).toBe(true)
        }
      }
    }
    expect(placed).toBeGreaterThan(200)
  })
})

/** Quotes and takes anywhere, also across the book. */
const wild = ({ book }: View<unknown>, random: Random): Decision => {
  if (book.state !== 'live') return keep()
  const bid = 0.35 + Math.floor(random() * 25) / 100
  if (random() < 0.2) return book.take('yes', random() < 0.5 ? 'buy' : 'sell', level(bid, 10))
  return book.quote({ bid: level(bid, 10), ask: level(bid + 0.04, 10) })
}
