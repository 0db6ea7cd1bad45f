import { describe, expect, it } from 'vitest'
import { Wei } from '../../../src/model/money.js'
import { at, marketOf, tryExchange, wei } from './try-exchange.js'

describe('a limit order', () => {
  it('rests in YES prices, whatever its outcome and side', () => {
    const exchange = tryExchange()
    exchange.place('ann', 'buy yes 0.52 15')
    exchange.place('ann', 'buy no 0.45 20')
    exchange.place('bob', 'buy no 0.46 10')
    expect(exchange.book()).toBe('ask 0.55 20 / ask 0.54 10 / bid 0.52 15')
  })

  it('shows sells of both outcomes on their side', () => {
    const exchange = tryExchange()
    exchange.place('ann', 'buy yes 0.50 10')
    exchange.place('bob', 'buy no 0.50 10')
    exchange.place('ann', 'sell yes 0.60 4')
    exchange.place('bob', 'sell no 0.55 5')
    expect(exchange.book()).toBe('ask 0.6 4 / bid 0.45 5')
  })

  it('holds what it may cost, and frees it when it is removed', () => {
    const exchange = tryExchange()
    const { hash } = exchange.place('ann', 'buy yes 0.52 15')
    expect(exchange.held('ann')).toMatchObject({ cash: wei('1000'), reserved: wei('7.8') })
    expect(exchange.do({ kind: 'remove', account: 'ann', hashes: [hash] })).toEqual({
      kind: 'removal',
      removed: [hash],
      noop: [],
      rejected: [],
    })
    expect(exchange.held('ann').reserved).toBe(0n)
    expect(exchange.status(hash)).toBe('CANCELLED')
    expect(exchange.book()).toBe('')
  })

  it('is not removed by another account, twice, or by an unknown hash', () => {
    const exchange = tryExchange()
    const { hash } = exchange.place('ann', 'buy yes 0.52 15')
    const stranger = exchange.do({ kind: 'remove', account: 'bob', hashes: [hash, '0xnone'] })
    expect(stranger).toMatchObject({ removed: [], noop: [hash, '0xnone'] })
    exchange.do({ kind: 'remove', account: 'ann', hashes: [hash] })
    expect(exchange.do({ kind: 'remove', account: 'ann', hashes: [hash] })).toMatchObject({ removed: [], noop: [hash] })
  })

  it('gets the better price of what it meets, and rests with what is left', () => {
    const exchange = tryExchange()
    exchange.place('bob', 'buy no 0.46 10')
    exchange.place('bob', 'buy no 0.45 10')
    const { hash } = exchange.place('ann', 'buy yes 0.56 25')
    expect(exchange.book()).toBe('bid 0.56 5')
    expect(exchange.core.matches()[0]?.taker).toMatchObject({ shares: wei('20'), value: wei('10.9') })
    expect(exchange.core.order(hash)).toMatchObject({ matched: wei('20'), status: 'OPEN', isResting: true })
    expect(exchange.held('ann').reserved).toBe(wei('2.8'))
  })

  it('expires at its time, before a command of the same time', () => {
    const exchange = tryExchange()
    const { hash } = exchange.place('ann', 'buy yes 0.52 15', { expiresAt: at(10) })
    exchange.wait(9)
    expect(exchange.status(hash)).toBe('OPEN')
    exchange.wait(10)
    expect(exchange.status(hash)).toBe('EXPIRED')
    expect(exchange.place('bob', 'buy no 0.48 15').answer.kind).toBe('accepted')
    expect(exchange.core.matches()).toHaveLength(0)
    expect(exchange.happened()).toEqual(['accepted 1', 'EXPIRED 1 expired', 'accepted 2'])
  })

  it('that is post-only is accepted and then ends, where it would match', () => {
    const exchange = tryExchange()
    exchange.place('bob', 'buy no 0.46 10')
    const { answer, hash } = exchange.place('ann', 'buy yes 0.54 10', { isPostOnly: true })
    expect(answer).toMatchObject({ kind: 'accepted', lockedUntil: null })
    expect(exchange.status(hash)).toBe('CANCELLED')
    expect(exchange.happened().at(-1)).toBe('CANCELLED 2 post-only')
    expect(exchange.held('ann').reserved).toBe(0n)
    exchange.place('ann', 'buy yes 0.53 10', { isPostOnly: true })
    expect(exchange.book()).toBe('ask 0.54 10 / bid 0.53 10')
  })
})

describe('raising the nonce', () => {
  it('voids every resting order and fails what is matched but not settled', () => {
    const exchange = tryExchange({ settlementUs: 2_000_000 })
    const resting = exchange.place('ann', 'buy yes 0.40 10').hash
    const matched = exchange.place('ann', 'buy yes 0.54 10').hash
    const other = exchange.place('bob', 'buy no 0.46 10').hash
    exchange.do({ kind: 'nonce', account: 'ann' })
    expect([exchange.status(resting), exchange.status(matched)]).toEqual(['INVALIDATED', 'OPEN'])
    exchange.wait(2)
    expect([exchange.status(matched), exchange.status(other)]).toEqual(['INVALIDATED', 'OPEN'])
    expect(exchange.held('ann')).toMatchObject({ cash: wei('1000'), reserved: 0n, yes: 0n })
    expect(exchange.place('ann', 'buy yes 0.4 10').answer.kind).toBe('accepted')
  })

  it('of one exchange leaves the orders of the others', () => {
    const exchange = tryExchange()
    exchange.do({ kind: 'market', market: marketOf({ id: 2, isNegRisk: true }) })
    const plain = exchange.place('ann', 'buy yes 0.40 10').hash
    const negRisk = exchange.place('ann', 'buy yes 0.40 10', { market: 2 }).hash
    exchange.do({ kind: 'nonce', account: 'ann', of: 'negRisk' })
    expect([exchange.status(plain), exchange.status(negRisk)]).toEqual(['OPEN', 'INVALIDATED'])
    exchange.place('bob', 'buy no 0.60 10')
    exchange.wait(2)
    expect(exchange.status(plain)).toBe('FILLED')
  })
})

describe('funds', () => {
  it('may be taken out, but not what orders hold', () => {
    const exchange = tryExchange()
    exchange.place('ann', 'buy yes 0.5 1000')
    expect(exchange.do({ kind: 'fund', account: 'ann', cash: Wei.negate(wei('501')) })).toMatchObject({
      reason: 'cash-balance',
    })
    expect(exchange.do({ kind: 'fund', account: 'ann', cash: Wei.negate(wei('500')) })).toEqual({ kind: 'done' })
    expect(exchange.core.supply).toBe(wei('2500'))
  })
})
