import { describe, expect, it } from 'vitest'
import { OrderHash, OrderId } from '../../../src/model/ids.js'
import { submitsOf, usdt } from '../desk-bench.js'
import { listedOrder } from './listed-order.js'
import { Maker } from './maker.js'
import { BOOK, makerThatRests } from './makers.js'
import { accepted, linkLost, matched, settled } from './venue-words.js'

const BID = 'buy yes 0.45 20'

describe('a snapshot that knows more than the maker', () => {
  it('adopts an order the journal lost, renews it, and leaves a gap behind its id', () => {
    const maker = new Maker({ bid: 0.45 })
    maker.bookOpens(BOOK)
    expect(
      maker.linkOpens({ orders: [listedOrder({ id: OrderId.of(7, 9), hash: OrderHash.of('0xdef') }, '0.45 20')] }),
    ).toEqual(['cancel 7-9', BID])
    expect(maker.placed(BID).id).toBe('7-1010')
  })

  it('books a difference of cash by name, but not while a fill may explain it', () => {
    const maker = new Maker({ bid: 0.45 })
    maker.linkOpens()
    expect(maker.last.adjustments).toMatchObject([{ why: 'opening', what: 'cash', amount: usdt(1_000) }])
    maker.bookOpens(BOOK)
    maker.hears(accepted(BID), matched(BID, 20))
    maker.linkOpens({ cash: usdt(991) })
    expect(maker.last.adjustments).toEqual([])
    maker.hears(settled(`${BID} (1 of 2)`, 20))
    maker.linkOpens({ cash: usdt(990) })
    expect(maker.last.adjustments).toMatchObject([{ why: 'unexplained', what: 'cash', amount: -usdt(1) }])
  })
})

describe('a link that drops', () => {
  it('ends an order that two snapshots in a row did not show', () => {
    const maker = makerThatRests({ bid: 0.45 })
    maker.happens({ hears: [linkLost], afterMs: 5_000 })
    maker.linkOpens()
    expect(submitsOf(maker.last)).toEqual([])
    expect(maker.summary.counts.unknown).toBe(1)
    maker.waits(2_000)
    maker.linkOpens()
    expect(submitsOf(maker.last)).toHaveLength(1)
  })

  it('goes on counting an order as working that two snapshots of its first second did not show', () => {
    const maker = makerThatRests({ bid: 0.45 })
    maker.linkOpens()
    maker.linkOpens()
    expect(maker.did).toEqual([])
    expect(maker.bench.desk.state().orders.get(maker.placed(BID).id)).toMatchObject({ missed: 0, how: null })
  })
})
