import { describe, expect, it } from 'vitest'
import { rows, submitsOf, usdt } from '../desk-bench.js'
import { holdingYes, makerThatPlaced, makerThatRests } from './makers.js'
import { accepted, removed, settled } from './venue-words.js'

describe('a maker near a limit', () => {
  it('quotes only what the position limit leaves', () => {
    const settings = { limits: { positionMaxShares: 25 } }
    const maker = makerThatPlaced({ bid: 0.45, ask: 0.55 }, { settings }, holdingYes(15))
    expect(maker.did).toEqual(['buy yes 0.45 10', 'sell yes 0.55 15', 'buy no 0.45 5'])
    expect(maker.last.refusals).toEqual([])
  })

  it('never spends cash it does not have: it shrinks, then refuses', () => {
    const short = makerThatPlaced({ bid: 0.4, ask: 0.6 }, {}, { cash: usdt(10) })
    expect(short.did).toEqual(['buy yes 0.40 20', 'buy no 0.40 5'])
    const poor = makerThatPlaced({ bid: 0.4 }, {}, { cash: usdt(0.5) })
    expect(poor.last.refusals).toMatchObject([{ rule: 'cash', limit: 0.5, found: 8 }])
  })

  it.each([
    ['bid', { bid: 0.45 }, 'buy yes 0.45 20', { bid: 0.44 }, 'buy yes 0.44 20'],
    ['ask', { ask: 0.55 }, 'buy no 0.45 20', { ask: 0.56 }, 'buy no 0.44 20'],
  ] as const)('counts a removed %s in the worst case until its grace is over, and names it', (_, first, old, then, next) => {
    const maker = makerThatRests(first, { settings: { limits: { worstCaseLossMaxUsdt: 10 } } })
    maker.wants(then)
    // The old order still works: its own removal may make room, so this is not a refusal yet.
    expect(maker.timerFires()).toEqual([`cancel ${old}`])
    expect(maker.last.refusals).toEqual([])
    maker.hears(removed(old))
    expect(maker.last.refusals).toMatchObject([
      { rule: 'worstCaseLossMaxUsdt', limit: 10, note: '1 removed orders may still settle' },
    ])
    expect(maker.waits(3_000)).toEqual([next])
  })

  it('latches when the loss of the day passes its limit', () => {
    const maker = makerThatPlaced({ bid: 0.45 }, { settings: { limits: { lossPerDayMaxUsdt: 3 } } })
    maker.hears(accepted('buy yes 0.45 20'), settled('buy yes 0.45 20', 20))
    maker.bookMoves('bid 0.40 0 / bid 0.20 50', 2_000)
    expect(maker.last.halt).toMatchObject({ rule: 'lossPerDayMaxUsdt', limit: 3, found: 5 })
    expect(maker.summary.isHalted).toBe(true)
    maker.happens({ events: rows('bid 0.41 5'), timer: true })
    expect(submitsOf(maker.last)).toEqual([])
  })
})
