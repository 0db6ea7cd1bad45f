import { describe, expect, it } from 'vitest'
import type { OrderSpec } from '../../../src/exchange/core/command.js'
import { Price, Size, Wei } from '../../../src/model/money.js'
import { PROFILES } from '../../../src/model/venue-profiles.js'
import { at, tryExchange, wei } from './try-exchange.js'

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

describe('a refusal', () => {
  const refused = (account: string, text: string, changes: Partial<OrderSpec> = {}): unknown => {
    const { answer } = tryExchange().place(account, text, changes)
    return answer.kind === 'refused' ? answer.reason : answer.kind
  }

  it('names what is wrong with the form', () => {
    expect(refused('ann', 'buy yes 0.55 10', { market: 9 })).toBe('unknown-market')
    expect(refused('ann', 'buy yes 0 10')).toBe('zero')
    expect(refused('ann', 'buy yes 0.5 0')).toBe('zero')
    expect(refused('ann', 'buy yes 1 10')).toBe('price-out-of-range')
    expect(refused('ann', 'buy yes 0.555 10')).toBe('off-tick')
    expect(refused('ann', 'buy yes 0.55 10.0000001')).toBe('invalid-decimal')
    expect(refused('ann', 'buy yes 0.5 20000000')).toBe('invalid-decimal')
    expect(refused('ann', 'buy yes 0.5 1.79')).toBe('value-too-small')
    expect(refused('ann', 'buy yes 0.5 1.8')).toBe('accepted')
    expect(refused('ann', 'buy yes 0.5 10', { expiresAt: at(0) })).toBe('expired')
  })

  it('goes by the rules of the market’s venue, where it has some', () => {
    const ticks = [
      { from: 0 as const, tick: Price.of(10) },
      { from: Price.of(1_000), tick: Price.of(100) },
      { from: Price.of(9_000), tick: Price.of(10) },
    ]
    const rules = { minValue: Wei.ZERO, minSize: Size.ofShares(5), sizeStep: Size.SHARE, ticks }
    const of = (text: string): unknown => {
      const { answer } = tryExchange({}, { rules }).place('ann', text)
      return answer.kind === 'refused' ? answer.reason : answer.kind
    }
    expect(of('buy yes 0.04 5')).toBe('accepted')
    expect(of('buy yes 0.04 4')).toBe('value-too-small')
    expect(of('buy yes 0.04 5.5')).toBe('invalid-decimal')
    expect(of('buy yes 0.041 5')).toBe('accepted')
    expect(of('buy yes 0.141 5')).toBe('off-tick')
    expect(of('buy yes 0.941 5')).toBe('accepted')
  })

  it('holds the fees of a buy that are paid in collateral, and takes them when it settles', () => {
    const exchange = tryExchange({ settlementUs: 1_000_000 }, { fees: PROFILES.kalshi.fees, feeRateBps: 0 })
    exchange.place('bob', 'buy no 0.5 10', { isPostOnly: true })
    expect(exchange.held('bob').reserved).toBe(wei('5'))
    exchange.place('ann', 'buy yes 0.6 4')
    // 0.07 x 4 x 0.5 x 0.5, rounded up to the cent.
    expect(exchange.held('ann')).toMatchObject({ cash: wei('1000'), reserved: wei('2.07') })
    exchange.wait(1)
    expect(exchange.held('ann')).toMatchObject({ cash: wei('997.93'), reserved: 0n, yes: wei('4') })
    expect(exchange.held('fees').cash).toBe(wei('0.07'))
    exchange.place('ann', 'buy no 0.3 10')
    // Value, fee at its limit and one cent for rounding.
    expect(exchange.held('ann').reserved).toBe(wei('3.157'))
  })

  it('says which part of the balance or allowance is missing', () => {
    expect(refused('ann', 'buy yes 0.5 2001')).toBe('cash-balance')
    expect(refused('ann', 'sell yes 0.5 10')).toBe('shares-balance')
    expect(refused('dan', 'buy yes 0.5 10')).toBe('cash-balance')
    const exchange = tryExchange()
    exchange.do({ kind: 'fund', account: 'dan', cash: wei('100') })
    expect(exchange.place('dan', 'buy yes 0.5 10').answer).toMatchObject({ reason: 'cash-allowance' })
    exchange.place('ann', 'buy yes 0.5 10')
    exchange.place('bob', 'buy no 0.5 10')
    exchange.do({ kind: 'approve', account: 'bob', cash: true, shares: false })
    expect(exchange.place('bob', 'sell no 0.5 10').answer).toMatchObject({ reason: 'shares-allowance' })
  })

  it('counts what resting orders hold', () => {
    const exchange = tryExchange()
    exchange.place('ann', 'buy yes 0.5 1500')
    expect(exchange.place('ann', 'buy yes 0.4 626').answer).toMatchObject({ reason: 'cash-balance' })
    expect(exchange.place('ann', 'buy yes 0.4 625').answer.kind).toBe('accepted')
  })

  it('of bytes seen before is "duplicate", even where the order has ended and nothing may be placed any more', () => {
    const exchange = tryExchange()
    const { hash } = exchange.place('ann', 'buy yes 0.5 10', { expiresAt: at(5) })
    exchange.wait(6)
    exchange.do({ kind: 'trading', market: 1, status: 'CLOSED' })
    expect(exchange.place('ann', 'buy yes 0.5 10', { hash, expiresAt: at(5) }).answer).toMatchObject({ reason: 'duplicate' })
  })

  it('comes from a market that does not trade', () => {
    for (const status of ['CANCEL_ONLY', 'CLOSED'] as const) {
      const exchange = tryExchange()
      exchange.do({ kind: 'trading', market: 1, status })
      expect(exchange.place('ann', 'buy yes 0.5 10').answer).toMatchObject({ reason: 'not-trading' })
    }
  })

  it('follows the tick of the day', () => {
    const exchange = tryExchange({}, { id: 1 })
    expect(exchange.place('ann', 'buy yes 0.555 10').answer).toMatchObject({ reason: 'off-tick' })
    exchange.do({ kind: 'tick', market: 1, tick: 10 as never })
    expect(exchange.place('ann', 'buy yes 0.555 10').answer.kind).toBe('accepted')
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
