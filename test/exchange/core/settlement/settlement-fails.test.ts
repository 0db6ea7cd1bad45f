import { describe, expect, it } from 'vitest'
import { at, wei } from '../try-exchange.js'
import { openFloor } from './trading-floor.js'

const SLOW = { settlementUs: 2_000_000 }

describe('a settlement that the chain refuses', () => {
  it('gives everything back and invalidates the orders, rest and all', () => {
    const { exchange, ann, bob } = openFloor({ settlementUs: 1_000_000, settles: () => false })
    const maker = bob.buys('30 no at 0.46')
    const taker = ann.buys('10 yes at 0.54')
    exchange.happened()
    exchange.wait(1)
    expect(exchange.happened()).toEqual(['failed 1', 'INVALIDATED 2 settlement-failed', 'INVALIDATED 1 settlement-failed'])
    expect(exchange.book()).toBe('')
    expect([ann.has, bob.has]).toEqual(['1000 cash', '1000 cash'])
    for (const { hash } of [maker, taker])
      expect(exchange.core.order(hash)).toMatchObject({ matched: 0n, settled: 0n, status: 'INVALIDATED' })
    expect(exchange.core.matches()[0]).toMatchObject({ state: 'failed', endedAt: at(1) })
  })

  it('is one whose trader took its approval back', () => {
    const { exchange, ann, bob } = openFloor({ settlementUs: 1_000_000 })
    bob.buys('10 no at 0.46')
    ann.buys('10 yes at 0.54')
    bob.approves({ cash: false, shares: true })
    exchange.wait(1)
    expect(exchange.core.matches()[0]?.state).toBe('failed')
  })
})

describe('a maker whose taker voided its signature before settlement', () => {
  it('keeps its place with what it had, and only the order of the other is invalidated', () => {
    const { exchange, ann, bob, cat } = openFloor(SLOW)
    const maker = bob.buys('30 no at 0.46')
    cat.buys('5 no at 0.46')
    const taker = ann.buys('10 yes at 0.54')
    ann.voidsSignatures()
    exchange.wait(2)
    expect([taker.status, maker.status]).toEqual(['INVALIDATED', 'OPEN'])
    expect(exchange.core.order(maker.hash)).toMatchObject({ matched: 0n, isResting: true })
    expect(exchange.book()).toBe('ask 0.54 35')
    expect(bob.has).toBe('1000 cash (13.8 reserved)')

    // Bob is first in the queue as before: of 28 shares the one behind him sells none.
    ann.buys('28 yes at 0.54')
    exchange.wait(4)
    expect(exchange.core.order(maker.hash)?.settled).toBe(wei('28'))
    expect(exchange.book()).toBe('ask 0.54 7')
  })

  it('rests again behind all others, where its order had nothing left', () => {
    const { exchange, ann, bob, cat } = openFloor(SLOW)
    const maker = bob.buys('10 no at 0.46')
    cat.buys('5 no at 0.46')
    ann.buys('10 yes at 0.54')
    ann.voidsSignatures()
    exchange.wait(2)
    expect(exchange.book()).toBe('ask 0.54 15')

    ann.buys('8 yes at 0.54')
    exchange.wait(4)
    expect(exchange.core.order(maker.hash)).toMatchObject({ status: 'OPEN', settled: wei('3'), isResting: true })
    expect(bob.has).toBe('998.62 cash (3.22 reserved), 3 no')
  })

  it.each([
    ['has expired', at(2), false, 'EXPIRED'],
    ['belongs to a market that closed', at(100), true, 'CANCELLED'],
  ])('loses an order that had nothing left and %s', (_, expiresAt, isClosed, status) => {
    const { exchange, ann, bob } = openFloor(SLOW)
    const maker = bob.buys('10 no at 0.46', { expiresAt })
    ann.buys('10 yes at 0.54')
    ann.voidsSignatures()
    if (isClosed) exchange.do({ kind: 'trading', market: 1, status: 'CLOSED' })
    exchange.wait(2)
    expect(maker.status).toBe(status)
    expect(bob.has).toBe('1000 cash')
  })

  it('stays without the order that it removed meanwhile', () => {
    const { exchange, ann, bob } = openFloor(SLOW)
    const maker = bob.buys('30 no at 0.46')
    ann.buys('10 yes at 0.54')
    bob.removes(maker)
    ann.approves({ cash: false, shares: false })
    exchange.wait(2)
    expect(maker.status).toBe('CANCELLED')
    expect(bob.has).toBe('1000 cash')
    expect(exchange.book()).toBe('')
  })
})

describe('a taker whose maker voided its signature before settlement', () => {
  it('takes again what is there, and loses an order that cannot rest', () => {
    const { exchange, ann, bob, cat } = openFloor(SLOW)
    bob.buys('10 no at 0.46')
    cat.buys('10 no at 0.45')
    const limit = ann.buys('6 yes at 0.56')
    const market = ann.buys('4 yes at 0.56', { strategy: 'MARKET' })
    bob.voidsSignatures()
    exchange.wait(2)
    expect(exchange.core.matches().map(match => match.state)).toEqual(['failed', 'failed', 'submitted'])
    expect([limit.status, market.status]).toEqual(['OPEN', 'CANCELLED'])
    expect(exchange.core.matches()[2]?.makers[0]?.value).toBe(wei('2.7'))
    exchange.wait(4)
    expect(exchange.core.order(limit.hash)).toMatchObject({ status: 'FILLED', settled: wei('6'), valueSettled: wei('3.3') })
    expect(ann.has).toBe('996.7 cash, 6 yes')
  })

  it('loses an order that it cannot pay at its own limit, for its maker would have sold for less', () => {
    const { exchange, ann, bob } = openFloor(SLOW)
    bob.buys('1000 no at 0.9')
    const taker = ann.buys('1000 yes at 0.9')
    ann.buys('18000 yes at 0.05')
    bob.voidsSignatures()
    exchange.wait(2)
    expect(taker.status).toBe('CANCELLED')
    expect(ann.has).toBe('1000 cash (900 reserved)')
  })
})
