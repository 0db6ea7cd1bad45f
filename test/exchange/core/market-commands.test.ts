import { describe, expect, it } from 'vitest'
import { at, tryExchange, wei } from './try-exchange.js'

describe('a proposal', () => {
  it('becomes the result after its time, where it is not disputed', () => {
    const exchange = tryExchange({ resolveAfterUs: 10_000_000 })
    expect(exchange.do({ kind: 'propose', market: 1, yes: 1 })).toEqual({ kind: 'done' })
    expect(exchange.core.market(1)).toMatchObject({ status: 'PRICE_PROPOSED', proposed: 1, resolvesAt: at(10), result: null })
    expect(exchange.core.nextDue()).toBe(at(10))
    exchange.wait(10)
    expect(exchange.core.market(1)).toMatchObject({ status: 'RESOLVED', proposed: 1, result: 1, resolvesAt: null })
    const told = exchange.core.drain().filter(event => event.kind === 'status')
    expect(told.map(event => [event.status, event.yes])).toEqual([
      ['PRICE_PROPOSED', 1],
      ['RESOLVED', 1],
    ])
  })

  it('that is disputed waits for another one, and only that counts', () => {
    const exchange = tryExchange({ resolveAfterUs: 10_000_000 })
    exchange.do({ kind: 'propose', market: 1, yes: 1 })
    exchange.wait(4)
    expect(exchange.do({ kind: 'dispute', market: 1 })).toEqual({ kind: 'done' })
    expect(exchange.core.market(1)).toMatchObject({ status: 'PRICE_DISPUTED', proposed: 1, resolvesAt: null })
    expect(exchange.core.nextDue()).toBeNull()
    exchange.wait(6)
    expect(exchange.do({ kind: 'propose', market: 1, yes: 0 })).toEqual({ kind: 'done' })
    exchange.wait(15)
    expect(exchange.core.market(1)).toMatchObject({ status: 'PRICE_PROPOSED', result: null })
    exchange.wait(16)
    expect(exchange.core.market(1)).toMatchObject({ result: 0, resolvedAt: at(16) })
  })

  it('is not made twice, nor disputed where there is none, nor by setting a status', () => {
    const exchange = tryExchange()
    expect(exchange.do({ kind: 'dispute', market: 1 })).toMatchObject({ reason: 'status' })
    for (const status of ['PRICE_PROPOSED', 'PRICE_DISPUTED', 'RESOLVED', 'REGISTERED'] as const)
      expect(exchange.do({ kind: 'status', market: 1, status })).toMatchObject({ reason: 'status' })
    exchange.do({ kind: 'propose', market: 1, yes: 1 })
    expect(exchange.do({ kind: 'propose', market: 1, yes: 0 })).toMatchObject({ reason: 'status' })
    exchange.do({ kind: 'resolve', market: 1, yes: 0 })
    expect(exchange.do({ kind: 'propose', market: 1, yes: 0 })).toMatchObject({ reason: 'not-trading' })
    expect(exchange.do({ kind: 'dispute', market: 1 })).toMatchObject({ reason: 'status' })
    expect(exchange.core.market(1)?.result).toBe(0)
  })

  it('never becomes the result by itself where the option says so', () => {
    const exchange = tryExchange({ resolveAfterUs: null }, { endsAt: at(5), resolvesTo: 1 })
    exchange.wait(1_000)
    expect(exchange.core.market(1)).toMatchObject({ status: 'PRICE_PROPOSED', proposed: 1, resolvesAt: null })
    expect(exchange.core.nextDue()).toBeNull()
    exchange.do({ kind: 'resolve', market: 1, yes: 0.5 })
    expect(exchange.core.market(1)).toMatchObject({ status: 'RESOLVED', proposed: 0.5, result: 0.5 })
  })

  it('does not stop trading; the result does', () => {
    const exchange = tryExchange()
    exchange.do({ kind: 'propose', market: 1, yes: 1 })
    const { answer, hash } = exchange.place('ann', 'buy yes 0.9 10')
    expect(answer.kind).toBe('accepted')
    exchange.wait(5)
    expect(exchange.status(hash)).toBe('CANCELLED')
    expect(exchange.place('ann', 'buy yes 0.9 10').answer).toMatchObject({ reason: 'not-trading' })
  })
})

describe('a pause', () => {
  it('lets orders be taken out and nothing else, until it is over', () => {
    const exchange = tryExchange()
    exchange.place('bob', 'buy no 0.46 10')
    const { hash } = exchange.place('ann', 'buy yes 0.5 10')
    exchange.do({ kind: 'status', market: 1, status: 'PAUSED' })
    expect(exchange.core.market(1)).toMatchObject({ status: 'PAUSED', trading: 'CANCEL_ONLY' })
    expect(exchange.place('ann', 'buy yes 0.54 10').answer).toMatchObject({ reason: 'not-trading' })
    expect(exchange.do({ kind: 'remove', account: 'ann', hashes: [hash] })).toMatchObject({ removed: [hash] })
    expect(exchange.do({ kind: 'trading', market: 1, status: 'OPEN' })).toMatchObject({ reason: 'status' })
    expect(exchange.do({ kind: 'status', market: 1, status: 'PAUSED' })).toMatchObject({ reason: 'status' })
    exchange.do({ kind: 'status', market: 1, status: 'UNPAUSED' })
    expect(exchange.core.market(1)).toMatchObject({ status: 'UNPAUSED', trading: 'OPEN' })
    exchange.place('ann', 'buy yes 0.54 10')
    expect(exchange.core.matches()).toHaveLength(1)
  })

  it('gives back the trading of before', () => {
    const exchange = tryExchange()
    expect(exchange.do({ kind: 'status', market: 1, status: 'UNPAUSED' })).toMatchObject({ reason: 'status' })
    exchange.do({ kind: 'trading', market: 1, status: 'MATCHING_NOT_ENABLED' })
    exchange.do({ kind: 'status', market: 1, status: 'PAUSED' })
    exchange.do({ kind: 'status', market: 1, status: 'UNPAUSED' })
    expect(exchange.core.market(1)?.trading).toBe('MATCHING_NOT_ENABLED')
  })

  it('voids a proposal', () => {
    const exchange = tryExchange({ resolveAfterUs: 5_000_000 })
    exchange.do({ kind: 'propose', market: 1, yes: 1 })
    exchange.do({ kind: 'status', market: 1, status: 'PAUSED' })
    expect(exchange.core.market(1)).toMatchObject({ proposed: null, resolvesAt: null })
    exchange.wait(100)
    expect(exchange.core.market(1)?.result).toBeNull()
  })

  it('over the end of a market holds the known result back', () => {
    const exchange = tryExchange({ resolveAfterUs: 5_000_000 }, { endsAt: at(10), resolvesTo: 1 })
    exchange.do({ kind: 'status', market: 1, status: 'PAUSED' })
    exchange.wait(20)
    expect(exchange.core.market(1)).toMatchObject({ status: 'PAUSED', trading: 'CLOSED' })
    exchange.do({ kind: 'status', market: 1, status: 'UNPAUSED' })
    expect(exchange.core.market(1)).toMatchObject({ status: 'PRICE_PROPOSED', trading: 'CLOSED', resolvesAt: at(25) })
  })
})

describe('removing a market', () => {
  it('cancels its orders and pays half a dollar for every share', () => {
    const exchange = tryExchange({ settlementUs: match => (match === 1 ? 0 : 5_000_000) })
    exchange.place('ann', 'buy yes 0.8 10')
    exchange.place('bob', 'buy no 0.2 10')
    const { hash } = exchange.place('cat', 'buy yes 0.3 10')
    exchange.place('cat', 'buy yes 0.6 4')
    exchange.place('bob', 'buy no 0.4 4')
    expect(exchange.do({ kind: 'status', market: 1, status: 'REMOVED' })).toEqual({ kind: 'done' })
    expect(exchange.status(hash)).toBe('CANCELLED')
    expect(exchange.core.market(1)).toMatchObject({ status: 'REMOVED', trading: 'CLOSED', result: 0.5 })
    expect(exchange.held('ann')).toMatchObject({ cash: wei('997'), yes: 0n })
    exchange.wait(5)
    expect(exchange.held('bob')).toMatchObject({ cash: wei('1003.4'), no: 0n, reserved: 0n })
    expect(exchange.held('cat')).toMatchObject({ cash: wei('999.6'), yes: 0n, reserved: 0n })
    expect(exchange.core.market(1)?.locked).toBe(0n)
  })

  it('is for ever', () => {
    const exchange = tryExchange()
    exchange.do({ kind: 'status', market: 1, status: 'REMOVED' })
    expect(exchange.do({ kind: 'status', market: 1, status: 'UNPAUSED' })).toMatchObject({ reason: 'status' })
    expect(exchange.do({ kind: 'trading', market: 1, status: 'OPEN' })).toMatchObject({ reason: 'not-trading' })
    expect(exchange.do({ kind: 'resolve', market: 1, yes: 1 })).toMatchObject({ reason: 'not-trading' })
    expect(exchange.do({ kind: 'end', market: 1, endsAt: at(5) })).toMatchObject({ reason: 'status' })
    expect(exchange.do({ kind: 'propose', market: 1, yes: 1 })).toMatchObject({ reason: 'not-trading' })
  })
})

describe('the end of a market', () => {
  it('can be set, moved and taken away', () => {
    const exchange = tryExchange({ resolveAfterUs: 1_000_000 }, { resolvesTo: 1 })
    exchange.do({ kind: 'end', market: 1, endsAt: at(10) })
    exchange.wait(5)
    exchange.do({ kind: 'end', market: 1, endsAt: at(20) })
    exchange.wait(15)
    expect(exchange.core.market(1)).toMatchObject({ trading: 'OPEN', spec: { endsAt: at(20) } })
    exchange.do({ kind: 'end', market: 1, endsAt: null })
    expect(exchange.core.nextDue()).toBeNull()
    exchange.wait(30)
    expect(exchange.core.market(1)?.trading).toBe('OPEN')
    exchange.do({ kind: 'end', market: 1, endsAt: at(30) })
    expect(exchange.core.market(1)).toMatchObject({ trading: 'CLOSED', status: 'PRICE_PROPOSED' })
    exchange.wait(31)
    expect(exchange.core.market(1)).toMatchObject({ result: 1, resolvedAt: at(31) })
  })

  it('that lies behind ends it now, and it opens again only after its end has moved', () => {
    const exchange = tryExchange()
    exchange.wait(50)
    const { hash } = exchange.place('ann', 'buy yes 0.5 10')
    exchange.do({ kind: 'end', market: 1, endsAt: at(40) })
    expect(exchange.status(hash)).toBe('CANCELLED')
    expect(exchange.do({ kind: 'trading', market: 1, status: 'OPEN' })).toMatchObject({ reason: 'status' })
    exchange.do({ kind: 'end', market: 1, endsAt: at(100) })
    expect(exchange.core.market(1)?.trading).toBe('CLOSED')
    exchange.do({ kind: 'trading', market: 1, status: 'OPEN' })
    expect(exchange.place('ann', 'buy yes 0.5 10').answer.kind).toBe('accepted')
  })
})
