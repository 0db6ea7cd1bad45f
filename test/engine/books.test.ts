import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBooks } from '../../src/engine/books.js'
import { packEvents } from '../../src/model/columns.js'
import { MarketIndex } from '../../src/model/ids.js'
import { Price, Size } from '../../src/model/money.js'
import { after, market, picture, rows } from './desk-bench.js'

const M = MarketIndex.of(0)

const bench = () => {
  const books = createBooks([market(0)])
  let ms = 0
  return {
    books,
    apply: (events: ReturnType<typeof rows>) => {
      const stamp = { at: after(++ms), receivedAt: after(ms) }
      const columns = packEvents(events.map(row => ({ ...row, ...stamp })))
      books.apply({
        now: after(ms),
        wallOffset: 0,
        events: columns,
        from: 0,
        to: columns.length,
        reports: [],
        controls: [],
        timer: false,
      })
      return books.book(M)
    },
  }
}

describe('books', () => {
  it('are dark until a whole book has come', () => {
    const { books, apply } = bench()
    expect(books.book(M)).toMatchObject({ state: 'lost', why: 'no book has come yet' })
    expect(apply(rows('bid 0.40 5')).state).toBe('lost')
    expect(apply(picture('bid 0.40 5')).state).toBe('live')
  })

  it('show the touch, the microprice and the levels of both sides, best first', () => {
    const { apply } = bench()
    const book = apply(picture('ask 0.55 30 / ask 0.54 10 / bid 0.52 30 / bid 0.50 5'))
    if (book.state !== 'live') throw new Error('a live book was expected')
    expect(book.touch).toMatchObject({
      bid: 5_200,
      bidSize: 30_000_000,
      ask: 5_400,
      askSize: 10_000_000,
      mid: 5_300,
      microprice: 5_350,
    })
    expect(book.levels('ask', 5)).toEqual([
      { price: 5_400, size: 10_000_000 },
      { price: 5_500, size: 30_000_000 },
    ])
    expect(book.levels('bid', 1)).toEqual([{ price: 5_200, size: 30_000_000 }])
    expect(book.best('bid')).toEqual({ price: 5_200, size: 30_000_000 })
  })

  it('have no touch when a side is empty', () => {
    const { apply } = bench()
    expect(apply(picture('bid 0.40 5'))).toMatchObject({ state: 'live', touch: null })
  })

  it('count as heard when the venue shows them unchanged, while their last row keeps its time', () => {
    const { books, apply } = bench()
    const pushed = apply(picture('ask 0.60 5 / bid 0.40 5'))
    if (pushed.state !== 'live') throw new Error('a live book was expected')
    const { updatedAt } = pushed
    apply([{ kind: 'confirmed', market: M }])
    expect(books.depth(M)).toMatchObject({ updatedAt, heardAt: updatedAt + 1_000 })
    expect(books.book(M)).toMatchObject({ state: 'live', updatedAt })
  })

  it('do not count as heard when only prints come', () => {
    const { books, apply } = bench()
    apply(picture('ask 0.55 30 / bid 0.50 5'))
    const { heardAt } = books.depth(M)
    apply([{ kind: 'trade', market: M, side: 'ask', price: Price.of(5_500), size: Size.ofShares(3) }])
    expect(books.depth(M)).toMatchObject({ heardAt, updatedAt: heardAt + 1_000 })
  })

  it('say why they are dark, and a crossed one heals by itself', () => {
    const { apply } = bench()
    apply(picture('ask 0.55 30 / bid 0.52 30'))
    expect(apply(rows('bid 0.55 1'))).toMatchObject({ state: 'suspect', why: 'bid and ask cross' })
    expect(apply(rows('bid 0.55 0')).state).toBe('live')
    expect(apply([{ kind: 'feed', market: M, state: 'lost', why: 'socket closed' }])).toMatchObject({
      state: 'lost',
      why: 'socket closed',
    })
    expect(apply(rows('bid 0.53 1')).state).toBe('lost')
    expect(apply(picture('bid 0.40 5')).state).toBe('live')
  })

  it('are what a naive book is, whatever comes', () => {
    const row = fc.record({
      side: fc.constantFrom('bid', 'ask'),
      tick: fc.integer({ min: 1, max: 99 }),
      count: fc.integer({ min: 0, max: 3 }),
    })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 200 }), levels => {
        const { books, apply } = bench()
        const naive = { bid: new Map<number, number>(), ask: new Map<number, number>() }
        apply([{ kind: 'clear', market: M }])
        for (const { side, tick, count } of levels) {
          const price = side === 'bid' ? Math.min(tick, 49) * 100 : Math.max(tick, 51) * 100
          naive[side as 'bid'].set(price, count)
          apply([
            { kind: 'level', market: M, side: side as 'bid', price: Price.of(price), size: Size.of(count), cause: 'added' },
          ])
        }
        const book = books.book(M)
        if (book.state !== 'live') throw new Error('a live book was expected')
        for (const side of ['bid', 'ask'] as const) {
          const filled = [...naive[side]].filter(([, size]) => size > 0)
          const sorted = filled.sort(([a], [b]) => (side === 'bid' ? b - a : a - b)).map(([price, size]) => ({ price, size }))
          expect(book.levels(side, 100)).toEqual(sorted)
        }
      }),
      { numRuns: 50, seed: 9 },
    )
  })
})
