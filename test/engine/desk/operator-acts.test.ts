import { describe, expect, it } from 'vitest'
import { OrderHash } from '../../../src/model/ids.js'
import { listedOrder } from './listed-order.js'
import { Maker } from './maker.js'
import { BOOK, makerThatRests } from './makers.js'
import { removed } from './venue-words.js'

describe('an operator that steps in', () => {
  it('halts, cancels everything and stays halted after a restart until it is resumed', () => {
    const maker = makerThatRests({ bid: 0.45, ask: 0.55 })
    const [bid, ask] = ['buy yes 0.45 20', 'buy no 0.45 20'] as const
    expect(maker.operatorSays('halt')).toEqual([`cancel ${bid}`, `cancel ${ask}`])
    maker.hears(removed(bid), removed(ask))

    const restarted = new Maker({ bid: 0.45 }, { state: maker.bench.desk.state() })
    restarted.bench.now = maker.bench.now
    restarted.linkOpens()
    expect(restarted.bookOpens(BOOK)).toEqual([])
    expect(restarted.summary).toMatchObject({ isHalted: true, haltedBy: 'asked by test' })
    expect(restarted.operatorSays('resume')).toEqual(['buy yes 0.45 20'])
  })

  it('removes orders that are not ours on cancel-all only, and pauses', () => {
    const maker = new Maker({ bid: 0.45 })
    maker.linkOpens({ orders: [listedOrder({ id: null, hash: OrderHash.of('0xabc') }, '0.3 5')] })
    expect(maker.bookOpens(BOOK)).toEqual(['buy yes 0.45 20'])
    expect(maker.operatorSays('cancel-all')).toEqual(['cancel 0xabc', 'cancel buy yes 0.45 20'])
    expect(maker.summary.isPaused).toBe(true)
  })
})
