import { describe, expect, it } from 'vitest'
import { Timestamp } from '../../../src/model/time.js'
import { makerThatPlaced, makerThatRests } from './makers.js'
import { accepted, acceptedAndLocked, notFound, rejected, unanswered } from './venue-words.js'

const BID = 'buy yes 0.45 20'

describe('a venue that does not answer', () => {
  it('blocks a side while an order is in doubt, and the other side goes on', () => {
    const maker = makerThatPlaced({ bid: 0.45, ask: 0.55 })
    expect(maker.did).toEqual([BID, 'buy no 0.45 20'])
    maker.hears(unanswered(BID), accepted('buy no 0.45 20'))
    maker.wants({ bid: 0.44, ask: 0.56 })
    expect(maker.timerFires()).toEqual([`cancel ${BID}`, 'cancel buy no 0.45 20', 'buy no 0.44 20'])
    // Neither a noop nor silence ends the doubt; a rejection of the same bytes does.
    expect(maker.happens({ hears: [notFound(BID)], timer: true })).toEqual([])
    maker.hears(rejected(BID, 'x'))
    expect(maker.happens({ afterMs: 1_000, timer: true })).toEqual(['cancel buy no 0.45 20', 'buy yes 0.44 20'])
  })

  it('gives an order in doubt up once its expiration and the grace are over', () => {
    const maker = makerThatPlaced({ bid: 0.45 })
    maker.hears(unanswered(BID))
    expect(maker.waits(122_000)).toEqual([`cancel ${BID}`])
    expect(maker.waits(2_000)).toEqual([BID])
  })

  it('requests an unanswered removal again, at growing intervals', () => {
    const maker = makerThatRests({ bid: 0.45 })
    maker.wants({ bid: null })
    expect(maker.timerFires()).toEqual([`cancel ${BID}`])
    expect(maker.waits(500)).toEqual([])
    expect(maker.waits(500)).toEqual([`cancel ${BID}`])
    expect(maker.waits(1_500)).toEqual([])
    expect(maker.waits(500)).toEqual([`cancel ${BID}`])
  })
})

describe('a venue that does not want it yet', () => {
  it('waits for the venue to unlock an order before it asks for its removal', () => {
    const maker = makerThatPlaced({ bid: 0.45 })
    maker.hears(acceptedAndLocked(BID, Timestamp.add(maker.bench.now, 200_000)))
    maker.wants({ bid: null })
    expect(maker.timerFires()).toEqual([])
    expect(maker.waits(300)).toEqual([`cancel ${BID}`])
  })

  it('leaves a side alone for a while after the venue rejected an order of it', () => {
    const maker = makerThatPlaced({ bid: 0.45 })
    expect(maker.happens({ hears: [rejected(BID, 'crossed')], timer: true })).toEqual([])
    expect(maker.happens({ afterMs: 900, timer: true })).toEqual([])
    expect(maker.waits(100)).toEqual([BID])
  })
})
