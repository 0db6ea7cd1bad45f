import { describe, expect, it } from 'vitest'
import { MarketIndex } from '../../../src/model/ids.js'
import { Price } from '../../../src/model/money.js'
import { rows, shares } from '../desk-bench.js'
import { BOOK, makerThatPlaced, makerThatRests } from './makers.js'
import { accepted, removed } from './venue-words.js'

describe('a market whose book cannot be trusted', () => {
  it('pulls everything when the book goes dark and quotes again after a clear', () => {
    const maker = makerThatRests({ bid: 0.45, ask: 0.55 })
    const [bid, ask] = ['buy yes 0.45 20', 'buy no 0.45 20'] as const
    const gap = { kind: 'feed', market: MarketIndex.of(0), state: 'suspect', why: 'gap' } as const
    expect(maker.happens({ events: [gap] })).toEqual([`cancel ${bid}`, `cancel ${ask}`])
    maker.hears(removed(bid), removed(ask))
    expect(maker.bookOpens(BOOK)).toEqual([bid, ask])
  })

  it('pulls while the book is crossed and comes back when it uncrosses', () => {
    const maker = makerThatPlaced({ bid: 0.45 })
    expect(maker.bookMoves('bid 0.60 5')).toEqual(['cancel buy yes 0.45 20'])
    expect(maker.bookMoves('bid 0.60 0')).toEqual(['buy yes 0.45 20'])
  })
})

describe('a book that has the maker’s own orders in it', () => {
  it('shows a strategy the book without its own orders', () => {
    let seen = 0
    const at = Price.of(4_500)
    const maker = makerThatRests({ bid: 0.45 }, { looks: book => void (seen = book.sizeAt('bid', at)), watches: 'depth' })
    maker.bookMoves('bid 0.45 20')
    expect(seen).toBe(0)
    maker.bookMoves('bid 0.45 50')
    expect(seen).toBe(shares(30))
  })

  it('subtracts nothing over a recorded book', () => {
    let touch: number | undefined
    const settings = { desk: { ownInBook: false } }
    const maker = makerThatRests({ bid: 0.45 }, { looks: book => void (touch = book.touch?.bid), settings })
    maker.bookMoves('bid 0.45 20')
    expect(touch).toBe(4_500)
  })

  it('goes on subtracting a removed order until its level speaks again', () => {
    let best = 0
    const maker = makerThatPlaced({ bid: 0.45 }, { looks: book => void (best = book.best('bid')?.price ?? 0) })
    maker.happens({ hears: [accepted('buy yes 0.45 20')], events: rows('bid 0.45 20') })
    maker.wants({ bid: null })
    maker.timerFires()
    maker.hears(removed('buy yes 0.45 20'))
    maker.timerFires()
    expect(best).toBe(4_000)
    maker.bookMoves('bid 0.45 7')
    expect(best).toBe(4_500)
  })
})
