import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MarketIndex } from '../../src/model/ids.js'
import { pull, type Quotes } from '../../src/model/quote.js'
import { makerQuotes, type RawLevel } from '../../src/strategy/maker-quotes.js'
import { accepted, DeskBench, fillOf, market, picture, submitsOf, usdt, written } from '../engine/desk-bench.js'
import { expectResting, levelsOf } from '../strategies/expect-resting.js'

interface Given {
  readonly bids?: readonly RawLevel[]
  readonly asks?: readonly RawLevel[]
  readonly yes?: number
  readonly no?: number
  readonly bidSizeMax?: number
}

/** A desk whose strategy answers by the given levels, and its last answer. */
function desk({ bids = [], asks = [], yes = 0, no = 0, ...max }: Given) {
  const last: { answer: Quotes | null } = { answer: null }
  const bench = new DeskBench({
    decide: ({ book, market, position, working }) => {
      if (book.state !== 'live') return pull('the book is dark')
      last.answer = makerQuotes({ book, market, position, working, bids, asks, ...max })
      return last.answer
    },
  })
  bench.open({ shares: new Map([[MarketIndex.of(0), { yes: usdt(yes), no: usdt(no) }]]) })
  return { bench, last }
}

/** What rests on a drawn book. */
function quotesOn(book: string, given: Given): Quotes {
  const { bench, last } = desk(given)
  bench.turn({ events: picture(book) })
  if (last.answer === null) throw new Error('nothing was decided')
  return last.answer
}

const raw = (price: number, count: number): RawLevel => ({ price, size: count * 1_000_000 })
const said = (side: Quotes['bid']): readonly string[] => levelsOf(side).map(({ price, size }) => `${price} ${size / 1_000_000}`)

describe('quotes that only make', () => {
  it('rounds bids down and asks up, best first', () => {
    const { bid, ask } = quotesOn('ask 0.60 10 / bid 0.50 10', {
      bids: [raw(5_099.9, 20), raw(5_450, 20)],
      asks: [raw(5_701, 20), raw(5_550, 20)],
    })
    expect([said(bid), said(ask)]).toEqual([
      ['5400 20', '5000 20'],
      ['5600 20', '5800 20'],
    ])
  })

  it("stops before the other side's best price and above its own bid", () => {
    const { bid, ask } = quotesOn('ask 0.53 10 / bid 0.52 10', { bids: [raw(5_800, 20)], asks: [raw(4_000, 20)] })
    expect([said(bid), said(ask)]).toEqual([['5200 20'], ['5300 20']])
    const crossed = quotesOn('ask 0.60 10 / bid 0.50 10', { bids: [raw(5_600, 20)], asks: [raw(5_500, 20)] })
    expect([said(crossed.bid), said(crossed.ask)]).toEqual([['5600 20'], ['5700 20']])
  })

  it('has no level where no price is left', () => {
    expect(said(quotesOn('ask 0.01 10', { bids: [raw(300, 500)] }).bid)).toEqual([])
    expect(said(quotesOn('bid 0.99 10', { asks: [raw(9_000, 500)] }).ask)).toEqual([])
  })

  it('adds up levels of one price and leaves out what is too little for an order', () => {
    const { bid } = quotesOn('ask 0.60 10 / bid 0.50 10', { bids: [raw(5_011, 1), raw(5_092, 1.5), raw(4_000, 2)] })
    expect(said(bid)).toEqual(['5000 2.5'])
  })

  it('cuts a side to the most that it may add up to, far levels first', () => {
    const bids = [raw(4_800, 20), raw(5_000, 20), raw(4_900, 20)]
    const cut = (bidSizeMax: number): readonly string[] =>
      said(quotesOn('ask 0.60 10 / bid 0.50 10', { bids, bidSizeMax: bidSizeMax * 1_000_000 }).bid)
    expect(cut(45.5)).toEqual(['5000 20', '4900 20', '4800 5.5'])
    expect(cut(21)).toEqual(['5000 20'])
    expect(cut(-4)).toEqual([])
  })

  it('takes a level that is worth enough only as a sell of what is held', () => {
    // 20 YES at 0.02 are worth 0.40; 20 NO at 0.98 are worth 19.60.
    expect(said(quotesOn('ask 0.04 10 / bid 0.01 10', { bids: [raw(200, 20)] }).bid)).toEqual([])
    expect(said(quotesOn('ask 0.04 10 / bid 0.01 10', { bids: [raw(200, 20)], no: 20 }).bid)).toEqual(['200 20'])
  })

  it('leaves the sell of what is held where it rests, though that can be sold no more', () => {
    const { bench } = desk({ bids: [raw(200, 20)], no: 20 })
    const placed = submitsOf(bench.turn({ events: picture('ask 0.04 10 / bid 0.01 10') }))
    expect(placed.map(written)).toEqual(['sell no 0.98 20'])
    bench.turn({ reports: placed.map(accepted) })
    expect(bench.turn({ events: picture('ask 0.04 11 / bid 0.01 12'), afterMs: 1_000 }).commands).toEqual([])
  })

  it('asks for no sell of shares that are not settled yet', () => {
    const { bench, last } = desk({ bids: [raw(200, 20)], asks: [raw(300, 20)] })
    const placed = submitsOf(bench.turn({ events: picture('ask 0.04 10 / bid 0.01 10') }))
    expect(placed.map(written)).toEqual(['buy no 0.97 20'])
    bench.turn({ reports: placed.map(accepted) })
    const matched = { kind: 'matched', fill: fillOf(placed[0]!, 20) } as const
    const turn = bench.turn({ reports: [matched], events: picture('ask 0.04 11 / bid 0.01 12'), afterMs: 1_000 })
    expect([last.answer?.bid, turn.refusals]).toEqual([null, []])
  })

  it('leaves out what is no number', () => {
    const bids = [raw(Number.NaN, 20), raw(5_000, Number.NaN), raw(Number.POSITIVE_INFINITY, 20), raw(5_000, 0), raw(5_000, -3)]
    expect(said(quotesOn('ask 0.60 10 / bid 0.50 10', { bids }).bid)).toEqual([])
  })

  it('is a quote that may rest for every book and every wish', () => {
    const side = fc.array(
      fc.record({ price: fc.double({ min: -500, max: 10_500 }), size: fc.double({ min: -1e6, max: 1e12 }) }),
      {
        maxLength: 8,
      },
    )
    const books = fc.constantFrom(
      'ask 0.60 10 / bid 0.50 10',
      'ask 0.01 10',
      'bid 0.99 10',
      'ask 0.52 3 / bid 0.51 4',
      'bid 0.50 0',
    )
    fc.assert(
      fc.property(books, side, side, (book, bids, asks) => expectResting(quotesOn(book, { bids, asks }), book, market(0))),
      { numRuns: 150, seed: 9 },
    )
  })
})
