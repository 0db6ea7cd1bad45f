import { describe, expect, it } from 'vitest'
import { keep } from '../../../src/model/quote.js'
import { level } from '../desk-bench.js'
import { Maker } from './maker.js'
import { BOOK, holdingYes, makerThatPlaced, makerThatRests } from './makers.js'
import { accepted, matched, removed } from './venue-words.js'

describe('a maker that begins', () => {
  it('places nothing before the link lives and the first snapshot has come', () => {
    const maker = new Maker({ bid: 0.45 })
    expect(maker.bookOpens(BOOK)).toEqual([])
    expect(maker.hears(() => ({ kind: 'link', state: 'live' }))).toEqual([])
    expect(maker.linkOpens()).toEqual(['buy yes 0.45 20'])
  })

  it('quotes an ask without shares as a buy of NO', () => {
    const maker = makerThatPlaced({ bid: 0.45, ask: 0.55 })
    expect(maker.did).toEqual(['buy yes 0.45 20', 'buy no 0.45 20'])
  })

  it('sells held YES before it buys NO', () => {
    const maker = makerThatPlaced({ ask: 0.55 }, {}, holdingYes(12))
    expect(maker.did).toEqual(['sell yes 0.55 12', 'buy no 0.45 8'])
  })
})

describe('a maker whose quotes rest', () => {
  it('says nothing while its quotes stand', () => {
    const maker = makerThatRests({ bid: 0.45, ask: 0.55 })
    expect(maker.bookMoves('bid 0.41 10')).toEqual([])
    maker.timerFires()
    const { last } = maker
    maker.timerFires()
    // Turns without commands are one object: they cost no memory.
    expect(maker.last).toBe(last)
  })

  it('cancels first and places again when the price moves', () => {
    const maker = makerThatRests({ bid: 0.45 })
    maker.wants({ bid: 0.46 })
    expect(maker.timerFires()).toEqual(['cancel buy yes 0.45 20', 'buy yes 0.46 20'])
  })

  it('keeps the place in the queue after a partial fill and tops up only beyond the hysteresis', () => {
    const maker = makerThatPlaced({ bid: 0.45 })
    expect(maker.hears(accepted('buy yes 0.45 20'), matched('buy yes 0.45 20', 3))).toEqual([])
    expect(maker.hears(matched('buy yes 0.45 20', 7, 's2'))).toEqual(['buy yes 0.45 10'])
  })

  it('does not flip an ask from selling to buying while its sell is being removed', () => {
    const maker = makerThatRests({ ask: 0.55 }, {}, holdingYes(20))
    maker.wants({ ask: 0.54 })
    expect(maker.timerFires()).toEqual(['cancel sell yes 0.55 20'])
    expect(maker.hears(removed('sell yes 0.55 20'))).toEqual(['sell yes 0.54 20'])
  })

  it('renews an order at half its life', () => {
    const maker = makerThatRests({ bid: 0.45 })
    expect(maker.waits(59_000)).toEqual([])
    expect(maker.waits(1_000)).toEqual(['cancel buy yes 0.45 20 (1 of 2)', 'buy yes 0.45 20'])
  })
})

describe('a maker that takes', () => {
  it('takes once, and not again before the order is over', () => {
    const taking = makerThatPlaced(
      {},
      { decide: ({ book }) => (book.state === 'live' ? book.take('yes', 'buy', level(0.6, 5)) : keep()) },
    )
    const [take] = taking.did
    expect(taking.placed(take ?? '').order).toMatchObject({ style: 'market', outcome: 'yes', side: 'buy', price: 6_000 })
    expect(taking.timerFires()).toEqual([])
  })
})

describe('a maker whose call window runs out', () => {
  it('waits for the call window when creates run out, and never for a cancel', () => {
    const budget = { windows: [{ route: 'create', calls: 2, perMs: 1_000 }], cancelReservePercent: 50 } as const
    const maker = makerThatPlaced({ bid: 0.45, ask: 0.55 }, { settings: { desk: { budget } } })
    expect(maker.did).toEqual(['buy yes 0.45 20'])
    maker.wants({ bid: null, ask: null })
    expect(maker.happens({ hears: [accepted('buy yes 0.45 20')], timer: true })).toEqual(['cancel buy yes 0.45 20'])
    maker.wants({ ask: 0.55 })
    expect(maker.happens({ hears: [removed('buy yes 0.45 20')], timer: true })).toEqual([])
    expect(maker.waits(1_000)).toEqual(['buy no 0.45 20'])
  })
})
