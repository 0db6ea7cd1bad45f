import { describe, expect, it } from 'vitest'
import type { OrderSpec } from '../../../src/exchange/core/command.js'
import { at, tryExchange, wei } from './try-exchange.js'

describe('self-trade prevention', () => {
  const run = (selfTradePrevention: OrderSpec['selfTradePrevention']) => {
    const exchange = tryExchange()
    exchange.place('bob', 'buy no 0.46 10')
    const maker = exchange.place('ann', 'buy no 0.45 10').hash
    exchange.place('cat', 'buy no 0.44 10')
    const taker = exchange.place('ann', 'buy yes 0.60 40', { selfTradePrevention }).hash
    return {
      book: exchange.book(),
      maker: exchange.status(maker),
      taker: exchange.status(taker),
      held: exchange.held('ann').reserved,
    }
  }

  it('cancels the maker and goes on', () => {
    expect(run('cancel-maker')).toEqual({ book: 'bid 0.6 20', maker: 'CANCELLED', taker: 'OPEN', held: wei('12') })
  })

  it('cancels the rest of the taker', () => {
    expect(run('cancel-taker')).toEqual({
      book: 'ask 0.56 10 / ask 0.55 10',
      maker: 'OPEN',
      taker: 'CANCELLED',
      held: wei('4.5'),
    })
  })

  it('cancels both', () => {
    expect(run('cancel-both')).toEqual({ book: 'ask 0.56 10', maker: 'CANCELLED', taker: 'CANCELLED', held: 0n })
  })
})

describe('a MARKET order stopped by its own account’s order', () => {
  const run = (selfTradePrevention: OrderSpec['selfTradePrevention'], changes: Partial<OrderSpec> = {}) => {
    const exchange = tryExchange({ settlementUs: 1_000 })
    const maker = exchange.place('ann', 'buy no 0.45 10').hash
    exchange.place('bob', 'buy no 0.46 10')
    const taker = exchange.place('ann', 'buy yes 0.60 40', { strategy: 'MARKET', selfTradePrevention, ...changes }).hash
    const waiting = exchange.status(taker)
    exchange.wait(60)
    return { maker: exchange.status(maker), waiting, taker: exchange.status(taker), held: exchange.held('ann') }
  }

  it('is FILLED with the part that it took, once that is settled', () => {
    expect(run('cancel-taker')).toMatchObject({
      maker: 'OPEN',
      waiting: 'OPEN',
      taker: 'FILLED',
      held: { reserved: wei('4.5') },
    })
    expect(run('cancel-both')).toMatchObject({ maker: 'CANCELLED', waiting: 'OPEN', taker: 'FILLED', held: { reserved: 0n } })
  })

  it('is CANCELLED where it had taken nothing, and where it wanted all or nothing', () => {
    const exchange = tryExchange()
    exchange.place('ann', 'buy no 0.46 10')
    const taker = exchange.place('ann', 'buy yes 0.60 40', { strategy: 'MARKET', selfTradePrevention: 'cancel-taker' }).hash
    expect([exchange.status(taker), exchange.happened().at(-1)]).toEqual(['CANCELLED', 'CANCELLED 2 self-trade'])
    expect(run('cancel-taker', { isFillOrKill: true })).toMatchObject({ waiting: 'CANCELLED', taker: 'CANCELLED' })
  })
})

describe('a market order', () => {
  const stocked = (options = {}) => {
    const exchange = tryExchange(options)
    exchange.place('bob', 'buy no 0.38 100')
    exchange.place('bob', 'buy no 0.37 200')
    exchange.happened()
    return exchange
  }

  it('takes what there is and frees the rest', () => {
    const exchange = stocked()
    const { hash } = exchange.place('ann', 'buy yes 0.6363 150', { strategy: 'MARKET' })
    expect(exchange.core.matches()[0]?.taker).toMatchObject({ shares: wei('150'), value: wei('93.5') })
    expect(exchange.status(hash)).toBe('FILLED')
    expect(exchange.held('ann')).toMatchObject({ cash: wei('906.5'), reserved: 0n, yes: wei('150') })
  })

  it('is FILLED after any fill, once that is settled', () => {
    const exchange = stocked({ settlementUs: 2_000_000 })
    const { hash } = exchange.place('ann', 'buy yes 0.62 150', { strategy: 'MARKET' })
    expect(exchange.status(hash)).toBe('OPEN')
    expect(exchange.held('ann').reserved).toBe(wei('62'))
    exchange.wait(2)
    expect(exchange.status(hash)).toBe('FILLED')
    expect(exchange.core.order(hash)).toMatchObject({ settled: wei('100'), valueSettled: wei('62') })
  })

  it('ends without a match where no order is within its limit', () => {
    const exchange = stocked()
    const { hash } = exchange.place('ann', 'buy yes 0.61 150', { strategy: 'MARKET' })
    expect(exchange.status(hash)).toBe('CANCELLED')
    expect(exchange.happened()).toEqual(['accepted 3', 'CANCELLED 3 no-match'])
    expect(exchange.held('ann').reserved).toBe(0n)
  })

  it('never spends more than its budget, and floors to millionths', () => {
    const exchange = stocked()
    const changes = { strategy: 'MARKET', budget: wei('93.5') } as const
    const { hash } = exchange.place('ann', 'buy yes 1 150.000000000000000001', changes)
    expect(exchange.core.order(hash)).toMatchObject({ matched: wei('150'), valueSettled: wei('93.5') })
    const poorer = exchange.place('ann', 'buy yes 1 150', { ...changes, budget: wei('10') })
    expect(exchange.core.order(poorer.hash)).toMatchObject({ matched: wei('15.873015'), valueSettled: wei('9.99999945') })
  })

  it('that must fill whole fills whole or not at all', () => {
    const exchange = stocked()
    const killed = exchange.place('ann', 'buy yes 0.63 301', { strategy: 'MARKET', isFillOrKill: true })
    expect(exchange.status(killed.hash)).toBe('CANCELLED')
    expect(exchange.core.matches()).toHaveLength(0)
    const filled = exchange.place('ann', 'buy yes 0.63 300', { strategy: 'MARKET', isFillOrKill: true })
    expect(exchange.core.order(filled.hash)).toMatchObject({ status: 'FILLED', matched: wei('300') })
  })

  it('that must fill whole is content when its budget is spent', () => {
    const exchange = stocked()
    const { hash } = exchange.place('ann', 'buy yes 1 300', { strategy: 'MARKET', isFillOrKill: true, budget: wei('62') })
    expect(exchange.core.order(hash)).toMatchObject({ status: 'FILLED', matched: wei('100') })
  })

  it('that must fill whole does not count its own account', () => {
    const exchange = stocked()
    exchange.place('ann', 'buy no 0.36 50')
    const changes = { strategy: 'MARKET', isFillOrKill: true } as const
    expect(exchange.status(exchange.place('ann', 'buy yes 0.7 310', changes).hash)).toBe('CANCELLED')
    const careful = { ...changes, selfTradePrevention: 'cancel-taker' } as const
    expect(exchange.status(exchange.place('ann', 'buy yes 0.7 300', careful).hash)).toBe('FILLED')
  })

  it('sells at any price when it is signed at the least one', () => {
    const exchange = tryExchange()
    exchange.place('ann', 'buy yes 0.5 20')
    exchange.place('bob', 'buy no 0.5 20')
    exchange.place('cat', 'buy yes 0.4 20')
    const { hash } = exchange.place('ann', 'sell yes 0.01 20', { strategy: 'MARKET' })
    expect(exchange.core.order(hash)).toMatchObject({ status: 'FILLED', valueSettled: wei('8') })
  })
})

describe('the taker delay', () => {
  it('holds a taker back, locks it against removal and gives the makers time to leave', () => {
    const exchange = tryExchange({ takerDelayUs: 2_000_000 })
    const maker = exchange.place('bob', 'buy no 0.46 10').hash
    const taker = exchange.place('ann', 'buy yes 0.54 10')
    expect(taker.answer).toMatchObject({ kind: 'accepted', lockedUntil: at(2) })
    expect(exchange.do({ kind: 'remove', account: 'ann', hashes: [taker.hash] })).toMatchObject({ rejected: [taker.hash] })
    exchange.wait(1)
    expect(exchange.do({ kind: 'remove', account: 'bob', hashes: [maker] })).toMatchObject({ removed: [maker] })
    exchange.wait(2)
    expect(exchange.book()).toBe('bid 0.54 10')
    expect(exchange.do({ kind: 'remove', account: 'ann', hashes: [taker.hash] })).toMatchObject({ removed: [taker.hash] })
  })

  it('ends the taker where the market closed meanwhile', () => {
    const exchange = tryExchange({ takerDelayUs: 2_000_000 })
    exchange.place('bob', 'buy no 0.46 10')
    const { hash } = exchange.place('ann', 'buy yes 0.54 10')
    exchange.do({ kind: 'trading', market: 1, status: 'CLOSED' })
    expect(exchange.status(hash)).toBe('CANCELLED')
    exchange.wait(3)
    expect(exchange.core.matches()).toHaveLength(0)
    expect(exchange.held('ann').reserved).toBe(0n)
  })

  it('does not touch what rests', () => {
    const { answer } = tryExchange({ takerDelayUs: 2_000_000 }).place('ann', 'buy yes 0.54 10')
    expect(answer).toMatchObject({ lockedUntil: null })
  })
})
