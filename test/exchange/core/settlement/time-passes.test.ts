import { describe, expect, it } from 'vitest'
import { Timestamp } from '../../../../src/model/time.js'
import { at, wei } from '../try-exchange.js'
import { openFloor } from './trading-floor.js'

describe('an exchange whose time passes', () => {
  it('does everything at its own time: expiries before the end, and both before settlements', () => {
    const { exchange, ann, bob, cat } = openFloor({ settlementUs: 10_000_000 }, { endsAt: at(10), resolvesTo: 1 })
    bob.buys('10 no at 0.46', { expiresAt: at(10) })
    ann.buys('5 yes at 0.54', { expiresAt: at(10) })
    cat.buys('5 yes at 0.30', { expiresAt: at(11) })
    exchange.happened()
    exchange.core.advance(at(50))
    const events = exchange.core.drain()
    expect(events.filter(event => event.kind !== 'book').map(event => event.at)).toEqual(
      [10, 10, 10, 10, 10, 10, 15, 15, 15].map(at),
    )
    expect(events.map(event => event.kind)).toEqual([
      'ended',
      'trading',
      'ended',
      'status',
      'settled',
      'ended',
      'status',
      'paid',
      'paid',
      'book',
    ])
  })

  it('lets no order trade at the moment of its end', () => {
    const { exchange, ann, bob } = openFloor({ takerDelayUs: 5_000_000 }, { endsAt: at(20) })
    bob.buys('10 no at 0.46', { expiresAt: at(5) })
    const late = ann.buys('10 yes at 0.54')
    exchange.wait(5)
    expect(exchange.core.matches()).toHaveLength(0)
    expect(exchange.core.order(late.hash)).toMatchObject({ status: 'OPEN', isResting: true })
    exchange.wait(15)
    const taker = bob.buys('10 no at 0.46')
    exchange.wait(20)
    expect([late.status, taker.status]).toEqual(['CANCELLED', 'CANCELLED'])
    expect(exchange.core.matches()).toHaveLength(0)
  })

  it('has nothing due once all orders are gone', () => {
    const { exchange, ann } = openFloor()
    const order = ann.buys('5 yes at 0.54')
    expect(exchange.core.nextDue()).toBe(at(1_000_000))
    ann.removes(order)
    expect(exchange.core.nextDue()).toBeNull()
  })

  it('does not run backwards: a command from the past happens now', () => {
    const { exchange } = openFloor()
    exchange.wait(10)
    exchange.core.apply({ at: at(5), kind: 'trading', market: 1, status: 'CLOSED' })
    expect(exchange.core.drain()[0]).toMatchObject({ kind: 'trading', at: at(10) })
    expect(exchange.core.now).toBe(at(10))
  })
})

describe('a crowd that trades for long', () => {
  it('leaves no expiries of finished orders behind', () => {
    const { exchange } = openFloor()
    exchange.do({ kind: 'fund', account: 'crowd-1', cash: wei('1000') })
    for (let turn = 0; turn < 20_000; turn++) {
      const { hash } = exchange.place('crowd-1', 'buy yes 0.54 5')
      exchange.do({ kind: 'remove', account: 'crowd-1', hashes: [hash] })
    }
    expect(exchange.core.nextDue()).toBeNull()
    expect(exchange.core.ordersOf('crowd-1')).toEqual([])
    expect(exchange.core.now).toBe(Timestamp.ZERO)
  })

  it('has its old matches forgotten, but never those with a wallet', () => {
    const { exchange } = openFloor({ matchesKept: 10 })
    for (const account of ['crowd-1', 'crowd-2']) exchange.do({ kind: 'fund', account, cash: wei('1000') })
    for (let turn = 0; turn < 100; turn++) {
      exchange.place(turn === 3 ? 'ann' : 'crowd-1', 'buy yes 0.5 2')
      exchange.place('crowd-2', 'buy no 0.5 2')
    }
    const ids = exchange.core.matches().map(match => match.id)
    expect(ids).toContain(4)
    expect(ids.slice(-10)).toEqual([91, 92, 93, 94, 95, 96, 97, 98, 99, 100])
    expect(ids.length).toBeLessThan(25)
  })
})

describe('a trader of the crowd that retires', () => {
  it('is forgotten, and what it has stays in the exchange; a wallet, and one with orders or shares, stays', () => {
    const { exchange } = openFloor()
    const retire = (account: string) => exchange.do({ kind: 'retire', account })
    for (const account of ['crowd-1-a', 'crowd-1-b']) exchange.do({ kind: 'fund', account, cash: wei('50') })
    for (const account of ['ann', 'crowd', 'crowd-1-c']) expect(retire(account)).toMatchObject({ reason: 'status' })
    exchange.place('crowd-1-a', 'buy yes 0.5 20')
    expect(retire('crowd-1-a')).toMatchObject({ reason: 'status', note: 'crowd-1-a has orders or shares' })
    exchange.place('bob', 'buy no 0.5 20')
    expect(retire('crowd-1-a')).toMatchObject({ reason: 'status' })

    const { supply } = exchange.core
    expect(retire('crowd-1-b')).toEqual({ kind: 'done' })
    expect(exchange.core.account('crowd-1-b')).toBeNull()
    expect(exchange.core.account('crowd')?.cash).toBe(wei('50'))
    exchange.do({ kind: 'resolve', market: 1, yes: 1 })
    expect(exchange.core.account('crowd-1-a')?.holdings.size).toBe(0)
    expect(retire('crowd-1-a')).toEqual({ kind: 'done' })
    expect(exchange.core.account('crowd')?.cash).toBe(wei('110'))
    expect(exchange.core.supply).toBe(supply)
  })
})
