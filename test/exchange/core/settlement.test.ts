import { describe, expect, it } from 'vitest'
import { feeAt, predictFees } from '../../../src/model/fees.js'
import { Timestamp } from '../../../src/model/time.js'
import { at, type TryExchange, tryExchange, wei } from './try-exchange.js'

const takerFee = (side: 'buy' | 'sell', bps: number, leg: { price: number; size: number; discountBps?: number }): bigint =>
  feeAt(predictFees(bps), { role: 'taker', side, ...leg })

/** ann gets 20 YES and bob 20 NO for 10 each. */
const withPairs = (exchange: TryExchange): TryExchange => {
  exchange.place('ann', 'buy yes 0.5 20')
  exchange.place('bob', 'buy no 0.5 20')
  exchange.core.drain()
  return exchange
}

describe('settlement', () => {
  it('of two buys makes new pairs from the cash of both', () => {
    const exchange = tryExchange()
    exchange.place('ann', 'buy yes 0.54 10')
    exchange.place('bob', 'buy no 0.48 10')
    expect(exchange.held('ann')).toMatchObject({ cash: wei('994.6'), yes: wei('10'), reserved: 0n })
    expect(exchange.held('bob')).toMatchObject({ cash: wei('995.4'), no: wei('10'), reserved: 0n })
    expect(exchange.core.market(1)?.locked).toBe(wei('10'))
  })

  it('of a buy and a sell hands shares over', () => {
    const exchange = withPairs(tryExchange())
    exchange.place('cat', 'buy yes 0.6 10')
    exchange.place('ann', 'sell yes 0.55 4')
    expect(exchange.held('ann')).toMatchObject({ cash: wei('992.4'), yes: wei('16'), reservedYes: 0n })
    expect(exchange.held('cat')).toMatchObject({ cash: wei('997.6'), yes: wei('4'), reserved: wei('3.6') })
    expect(exchange.core.market(1)?.locked).toBe(wei('20'))
  })

  it('of two sells melts the pairs and pays both', () => {
    const exchange = withPairs(tryExchange())
    exchange.place('ann', 'sell yes 0.45 5')
    exchange.place('bob', 'sell no 0.50 5')
    expect(exchange.held('ann')).toMatchObject({ cash: wei('992.25'), yes: wei('15') })
    expect(exchange.held('bob')).toMatchObject({ cash: wei('992.75'), no: wei('15') })
    expect(exchange.core.market(1)?.locked).toBe(wei('15'))
  })

  it('comes later than the match, and until then nothing moves but stays reserved', () => {
    const exchange = withPairs(tryExchange({ settlementUs: 0 }))
    const slow = withPairs(tryExchange({ settlementUs: match => (match === 1 ? 0 : 2_000_000) }))
    exchange.place('cat', 'buy yes 0.6 10')
    slow.place('cat', 'buy yes 0.6 10')
    const { hash } = slow.place('ann', 'sell yes 0.55 10')
    expect(slow.held('cat')).toMatchObject({ cash: wei('1000'), reserved: wei('6'), yes: 0n })
    expect(slow.held('ann')).toMatchObject({ cash: wei('990'), yes: wei('20'), reservedYes: wei('10') })
    expect(slow.core.order(hash)).toMatchObject({ status: 'OPEN', isResting: false, matched: wei('10'), settled: 0n })
    expect(slow.core.pending(1)).toHaveLength(1)
    expect(slow.core.nextDue()).toBe(at(2))
    slow.core.drain()
    slow.wait(2)
    expect(slow.happened()).toEqual(['settled 2', 'FILLED 3 filled', 'FILLED 4 filled'].sort((a, b) => order(a) - order(b)))
    expect(slow.held('cat')).toMatchObject({ cash: wei('994'), reserved: 0n, yes: wei('10') })
    expect(slow.core.pending(1)).toHaveLength(0)
  })

  it('that fails gives everything back and invalidates the orders, rest and all', () => {
    const exchange = tryExchange({ settlementUs: 1_000_000, settles: () => false })
    const maker = exchange.place('bob', 'buy no 0.46 30').hash
    const taker = exchange.place('ann', 'buy yes 0.54 10').hash
    exchange.happened()
    exchange.wait(1)
    expect(exchange.happened()).toEqual(['failed 1', 'INVALIDATED 2 settlement-failed', 'INVALIDATED 1 settlement-failed'])
    expect(exchange.book()).toBe('')
    for (const account of ['ann', 'bob'])
      expect(exchange.held(account)).toMatchObject({ cash: wei('1000'), reserved: 0n, yes: 0n, no: 0n })
    for (const hash of [maker, taker])
      expect(exchange.core.order(hash)).toMatchObject({ matched: 0n, settled: 0n, status: 'INVALIDATED' })
    expect(exchange.core.matches()[0]).toMatchObject({ state: 'failed', endedAt: at(1) })
  })

  it('fails where an approval was taken back', () => {
    const exchange = tryExchange({ settlementUs: 1_000_000 })
    exchange.place('bob', 'buy no 0.46 10')
    exchange.place('ann', 'buy yes 0.54 10')
    exchange.do({ kind: 'approve', account: 'bob', cash: false, shares: true })
    exchange.wait(1)
    expect(exchange.core.matches()[0]?.state).toBe('failed')
  })

  it('still comes for an order that was removed after its match', () => {
    const exchange = tryExchange({ settlementUs: 1_000_000 })
    const { hash } = exchange.place('bob', 'buy no 0.46 30')
    exchange.place('ann', 'buy yes 0.54 10')
    exchange.do({ kind: 'remove', account: 'bob', hashes: [hash] })
    expect(exchange.held('bob').reserved).toBe(wei('4.6'))
    exchange.wait(1)
    expect(exchange.core.order(hash)).toMatchObject({ status: 'CANCELLED', settled: wei('10') })
    expect(exchange.held('bob')).toMatchObject({ reserved: 0n, no: wei('10') })
  })

  it('does not free shares for a second sale before the first is settled', () => {
    const exchange = withPairs(tryExchange({ settlementUs: match => (match === 1 ? 0 : 1_000_000) }))
    exchange.place('cat', 'buy yes 0.6 20')
    exchange.place('ann', 'sell yes 0.6 20')
    expect(exchange.place('ann', 'sell yes 0.6 2').answer).toMatchObject({ reason: 'shares-balance' })
  })
})

describe('the way of a match', () => {
  const told = (exchange: TryExchange) =>
    exchange.core.drain().flatMap(event => ('match' in event ? [[event.kind, event.at / 1_000_000, event.match.id]] : []))

  it('goes from matched over submitted to settled, each at its time', () => {
    const exchange = tryExchange({ submitUs: 1_000_000, settlementUs: 2_000_000 })
    exchange.place('bob', 'buy no 0.46 10')
    exchange.place('ann', 'buy yes 0.54 10')
    expect(exchange.core.matches()[0]?.state).toBe('matched')
    exchange.wait(1)
    expect(exchange.core.matches()[0]?.state).toBe('submitted')
    expect(exchange.core.pending(1)).toHaveLength(1)
    exchange.wait(3)
    expect(exchange.core.matches()[0]).toMatchObject({ state: 'settled', endedAt: at(3) })
    expect(told(exchange)).toEqual([
      ['matched', 0, 1],
      ['submitted', 1, 1],
      ['settled', 3, 1],
    ])
  })

  it('submits at once unless told otherwise', () => {
    const exchange = tryExchange()
    exchange.place('bob', 'buy no 0.46 10')
    exchange.place('ann', 'buy yes 0.54 10')
    expect(told(exchange)).toEqual([
      ['matched', 0, 1],
      ['submitted', 0, 1],
      ['settled', 0, 1],
    ])
  })

  it('can be made slow, and to fail, by command', () => {
    const exchange = tryExchange()
    expect(exchange.do({ kind: 'settling', delayUs: -1, fails: 0 })).toMatchObject({ reason: 'out-of-range' })
    expect(exchange.do({ kind: 'settling', delayUs: Number.POSITIVE_INFINITY, fails: 0 })).toMatchObject({
      reason: 'out-of-range',
    })
    exchange.do({ kind: 'settling', delayUs: 5_000_000, fails: 1 })
    for (const _ of [1, 2]) {
      exchange.place('bob', 'buy no 0.46 10')
      exchange.place('ann', 'buy yes 0.54 10')
    }
    exchange.wait(4)
    expect(exchange.core.pending(1)).toHaveLength(2)
    exchange.wait(5)
    expect(exchange.core.matches().map(match => match.state)).toEqual(['failed', 'settled'])
    exchange.do({ kind: 'settling', delayUs: null, fails: 0 })
    exchange.place('bob', 'buy no 0.46 10')
    exchange.place('ann', 'buy yes 0.54 10')
    expect(exchange.core.matches().at(-1)?.state).toBe('settled')
  })
})

describe('a settlement that fails by the fault of one', () => {
  const OPTIONS = { settlementUs: 2_000_000 }

  it('invalidates that order, and the other keeps its place with what it had', () => {
    const exchange = tryExchange(OPTIONS)
    const maker = exchange.place('bob', 'buy no 0.46 30').hash
    exchange.place('cat', 'buy no 0.46 5')
    const taker = exchange.place('ann', 'buy yes 0.54 10').hash
    exchange.do({ kind: 'nonce', account: 'ann' })
    exchange.wait(2)
    expect([exchange.status(taker), exchange.status(maker)]).toEqual(['INVALIDATED', 'OPEN'])
    expect(exchange.core.order(maker)).toMatchObject({ matched: 0n, isResting: true })
    expect(exchange.book()).toBe('ask 0.54 35')
    expect(exchange.held('bob')).toMatchObject({ cash: wei('1000'), reserved: wei('13.8') })
    exchange.place('ann', 'buy yes 0.54 28')
    exchange.wait(4)
    expect(exchange.core.order(maker)?.settled).toBe(wei('28'))
    expect(exchange.book()).toBe('ask 0.54 7')
  })

  it('lets an order that had nothing left rest again, behind all', () => {
    const exchange = tryExchange(OPTIONS)
    const maker = exchange.place('bob', 'buy no 0.46 10').hash
    exchange.place('cat', 'buy no 0.46 5')
    exchange.place('ann', 'buy yes 0.54 10')
    exchange.do({ kind: 'nonce', account: 'ann' })
    exchange.wait(2)
    expect(exchange.book()).toBe('ask 0.54 15')
    exchange.place('ann', 'buy yes 0.54 8')
    exchange.wait(4)
    expect(exchange.core.order(maker)).toMatchObject({ status: 'OPEN', settled: wei('3'), isResting: true })
    expect(exchange.held('bob').reserved).toBe(wei('3.22'))
  })

  it('ends an order that had nothing left where it has expired or its market is closed', () => {
    const run = (close: boolean) => {
      const exchange = tryExchange(OPTIONS)
      const maker = exchange.place('bob', 'buy no 0.46 10', { expiresAt: at(close ? 100 : 2) }).hash
      exchange.place('ann', 'buy yes 0.54 10')
      exchange.do({ kind: 'nonce', account: 'ann' })
      if (close) exchange.do({ kind: 'trading', market: 1, status: 'CLOSED' })
      exchange.wait(2)
      expect(exchange.held('bob').reserved).toBe(0n)
      return exchange.status(maker)
    }
    expect([run(false), run(true)]).toEqual(['EXPIRED', 'CANCELLED'])
  })

  it('lets a taker take again what is there, and ends one that cannot rest', () => {
    const exchange = tryExchange(OPTIONS)
    exchange.place('bob', 'buy no 0.46 10')
    exchange.place('cat', 'buy no 0.45 10')
    const limit = exchange.place('ann', 'buy yes 0.56 6').hash
    const market = exchange.place('ann', 'buy yes 0.56 4', { strategy: 'MARKET' }).hash
    exchange.do({ kind: 'nonce', account: 'bob' })
    exchange.wait(2)
    expect(exchange.core.matches().map(match => match.state)).toEqual(['failed', 'failed', 'submitted'])
    expect([exchange.status(limit), exchange.status(market)]).toEqual(['OPEN', 'CANCELLED'])
    expect(exchange.core.matches()[2]?.makers[0]?.value).toBe(wei('2.7'))
    exchange.wait(4)
    expect(exchange.core.order(limit)).toMatchObject({ status: 'FILLED', settled: wei('6'), valueSettled: wei('3.3') })
    expect(exchange.held('ann')).toMatchObject({ cash: wei('996.7'), reserved: 0n, yes: wei('6') })
  })

  it('ends a taker that cannot pay its own limit for what its maker would have sold for less', () => {
    const exchange = tryExchange(OPTIONS)
    exchange.place('bob', 'buy no 0.9 1000')
    const taker = exchange.place('ann', 'buy yes 0.9 1000').hash
    exchange.place('ann', 'buy yes 0.05 18000')
    exchange.do({ kind: 'nonce', account: 'bob' })
    exchange.wait(2)
    expect(exchange.status(taker)).toBe('CANCELLED')
    expect(exchange.held('ann').reserved).toBe(wei('900'))
  })

  it('keeps an order removed that was removed meanwhile', () => {
    const exchange = tryExchange(OPTIONS)
    const maker = exchange.place('bob', 'buy no 0.46 30').hash
    exchange.place('ann', 'buy yes 0.54 10')
    exchange.do({ kind: 'remove', account: 'bob', hashes: [maker] })
    exchange.do({ kind: 'approve', account: 'ann', cash: false, shares: false })
    exchange.wait(2)
    expect(exchange.status(maker)).toBe('CANCELLED')
    expect(exchange.held('bob')).toMatchObject({ cash: wei('1000'), reserved: 0n })
    expect(exchange.book()).toBe('')
  })
})

describe('a trader without keys that retires', () => {
  it('is forgotten, and what it has stays in the exchange; a wallet, and one with orders or shares, stays', () => {
    const exchange = tryExchange({}, {})
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

describe('a discount', () => {
  it('comes off a taker fee before it is floored', () => {
    expect(takerFee('buy', 200, { price: 1_800, size: 5_102_100, discountBps: 1_000 })).toBe(wei('0.0918378'))
    // Floored first, then discounted, would be 38,571,427.
    expect(takerFee('buy', 1, { price: 7_000, size: 1, discountBps: 1_000 })).toBe(38_571_428n)
    expect(takerFee('sell', 200, { price: 8_000, size: 10_000_000, discountBps: 10_000 })).toBe(0n)
  })

  it('is one account’s, from now on', () => {
    const exchange = tryExchange({}, { feeRateBps: 200 })
    expect(exchange.do({ kind: 'discount', account: 'ann', bps: 1_000 })).toEqual({ kind: 'done' })
    for (const account of ['ann', 'cat']) {
      exchange.place('bob', 'buy no 0.5 10')
      exchange.place(account, 'buy yes 0.5 10')
    }
    expect([exchange.held('ann').yes, exchange.held('cat').yes]).toEqual([wei('9.82'), wei('9.8')])
    expect(exchange.held('fees').yes).toBe(wei('0.38'))
    expect(exchange.core.account('ann')?.feeDiscountBps).toBe(1_000)
    for (const bps of [-1, 10_001, 0.5])
      expect(exchange.do({ kind: 'discount', account: 'ann', bps })).toMatchObject({ reason: 'out-of-range' })
  })
})

const order = (event: string): number => (event.startsWith('settled') ? 0 : event.includes(' 4 ') ? 1 : 2)

describe('a taker fee', () => {
  it('is taken in shares of a buy, at the rate of the cheaper outcome', () => {
    expect(takerFee('buy', 200, { price: 1_800, size: 5_102_100 })).toBe(wei('0.102042'))
    expect(takerFee('buy', 200, { price: 8_000, size: 10_000_000 })).toBe(wei('0.05'))
  })

  it('is taken in cash of a sell', () => {
    expect(takerFee('sell', 200, { price: 8_000, size: 10_000_000 })).toBe(wei('0.04'))
    expect(takerFee('sell', 0, { price: 8_000, size: 10_000_000 })).toBe(0n)
  })

  it('is floored once a maker leg', () => {
    expect(takerFee('buy', 1, { price: 7_000, size: 1 })).toBe(42_857_142n)
  })

  it('goes to an account and is paid by the taker alone', () => {
    const exchange = withPairs(tryExchange({}, { feeRateBps: 200 }))
    const before = exchange.held('bob').no
    expect(before).toBe(wei('19.6'))
    exchange.place('cat', 'buy yes 0.8 10')
    exchange.place('ann', 'sell yes 0.8 10')
    expect(exchange.held('cat')).toMatchObject({ yes: wei('10'), cash: wei('992') })
    expect(exchange.held('ann').cash).toBe(wei('997.96'))
    expect(exchange.held('fees')).toMatchObject({ cash: wei('0.04'), no: wei('0.4') })
  })

  it('uses the price of the order’s own outcome', () => {
    const exchange = tryExchange({}, { feeRateBps: 100 })
    exchange.place('ann', 'buy yes 0.2 10')
    exchange.place('bob', 'buy no 0.8 10')
    expect(exchange.held('bob').no).toBe(wei('9.975'))
  })
})

describe('a resolution', () => {
  it('pays every holder, takes the orders off and ends trading', () => {
    const exchange = withPairs(tryExchange())
    exchange.place('cat', 'buy yes 0.4 10')
    exchange.place('ann', 'sell yes 0.9 5')
    exchange.happened()
    expect(exchange.do({ kind: 'resolve', market: 1, yes: 1 })).toEqual({ kind: 'done' })
    expect(exchange.happened()).toEqual([
      'trading CLOSED',
      'CANCELLED 3 market-closed',
      'CANCELLED 4 market-closed',
      'status RESOLVED',
      'paid ann yes 20',
      'paid bob no 0',
    ])
    expect(exchange.held('ann')).toMatchObject({ cash: wei('1010'), yes: 0n, reservedYes: 0n })
    expect(exchange.held('bob')).toMatchObject({ cash: wei('990'), no: 0n })
    expect(exchange.core.market(1)).toMatchObject({ locked: 0n, result: 1, status: 'RESOLVED', trading: 'CLOSED' })
    expect(exchange.do({ kind: 'resolve', market: 1, yes: 0 }).kind).toBe('refused')
    expect(exchange.do({ kind: 'trading', market: 1, status: 'OPEN' }).kind).toBe('refused')
  })

  it('of half a dollar pays both, floored, and leaves the dust locked', () => {
    const exchange = tryExchange({}, { feeRateBps: 1 })
    exchange.place('ann', 'buy yes 0.3 10')
    exchange.place('bob', 'buy no 0.7 10.000001')
    exchange.do({ kind: 'resolve', market: 1, yes: 0.5 })
    const fee = takerFee('buy', 1, { price: 7_000, size: 10_000_000 })
    expect(exchange.held('ann').cash).toBe(wei('1002'))
    expect(exchange.held('bob').cash).toBe(wei('993') + (wei('10') - fee) / 2n)
    expect(exchange.held('fees').cash).toBe(fee / 2n)
    expect(exchange.core.market(1)?.locked).toBe(fee % 2n === 0n ? 0n : 1n)
  })

  it('lets later settlements pay fill by fill', () => {
    const exchange = withPairs(tryExchange({ settlementUs: match => (match === 1 ? 0 : 5_000_000) }))
    exchange.place('cat', 'buy yes 0.6 10')
    exchange.place('ann', 'sell yes 0.6 10')
    exchange.do({ kind: 'resolve', market: 1, yes: 1 })
    expect(exchange.held('ann')).toMatchObject({ cash: wei('1000'), yes: wei('10'), reservedYes: wei('10') })
    exchange.happened()
    exchange.wait(5)
    expect(exchange.happened().at(-1)).toBe('paid cat yes 10')
    expect(exchange.held('ann')).toMatchObject({ cash: wei('1006'), yes: 0n })
    expect(exchange.held('cat')).toMatchObject({ cash: wei('1004'), yes: 0n, reserved: 0n })
  })

  it('pays a seller whose settlement fails afterwards', () => {
    const exchange = withPairs(
      tryExchange({ settlementUs: match => (match === 1 ? 0 : 5_000_000), settles: match => match === 1 }),
    )
    exchange.place('cat', 'buy yes 0.6 10')
    exchange.place('ann', 'sell yes 0.6 10')
    exchange.do({ kind: 'resolve', market: 1, yes: 1 })
    exchange.wait(5)
    expect(exchange.held('ann')).toMatchObject({ cash: wei('1010'), yes: 0n, reservedYes: 0n })
    expect(exchange.held('cat')).toMatchObject({ cash: wei('1000'), reserved: 0n })
  })

  it('comes by itself some time after the end, where the result is known', () => {
    const exchange = tryExchange({ resolveAfterUs: 3_000_000 }, { endsAt: at(10), resolvesTo: 0 })
    exchange.place('ann', 'buy yes 0.4 10')
    exchange.happened()
    exchange.wait(100)
    expect(exchange.happened()).toEqual([
      'trading CLOSED',
      'CANCELLED 1 market-closed',
      'status PRICE_PROPOSED',
      'status RESOLVED',
    ])
    expect(exchange.core.market(1)).toMatchObject({ result: 0, resolvedAt: at(13) })
  })

  it('waits for an operator where the result is not known', () => {
    const exchange = tryExchange({}, { endsAt: at(10) })
    exchange.wait(1_000)
    expect(exchange.core.market(1)).toMatchObject({ result: null, trading: 'CLOSED', status: 'REGISTERED' })
    expect(exchange.do({ kind: 'status', market: 1, status: 'RESOLVED' }).kind).toBe('refused')
    expect(exchange.do({ kind: 'resolve', market: 1, yes: 0.5 }).kind).toBe('done')
    expect(exchange.do({ kind: 'resolve', market: 2, yes: 0.5 })).toMatchObject({ reason: 'unknown-market' })
  })
})

describe('what is due', () => {
  it('happens at its own time, expiries before the end before settlements', () => {
    const exchange = tryExchange({ settlementUs: 10_000_000 }, { endsAt: at(10), resolvesTo: 1 })
    exchange.place('bob', 'buy no 0.46 10', { expiresAt: at(10) })
    exchange.place('ann', 'buy yes 0.54 5', { expiresAt: at(10) })
    exchange.place('cat', 'buy yes 0.30 5', { expiresAt: at(11) })
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
    const exchange = tryExchange({ takerDelayUs: 5_000_000 }, { endsAt: at(20) })
    exchange.place('bob', 'buy no 0.46 10', { expiresAt: at(5) })
    const late = exchange.place('ann', 'buy yes 0.54 10').hash
    exchange.wait(5)
    expect(exchange.core.matches()).toHaveLength(0)
    expect(exchange.core.order(late)).toMatchObject({ status: 'OPEN', isResting: true })
    exchange.wait(15)
    const taker = exchange.place('bob', 'buy no 0.46 10').hash
    exchange.wait(20)
    expect([exchange.status(late), exchange.status(taker)]).toEqual(['CANCELLED', 'CANCELLED'])
    expect(exchange.core.matches()).toHaveLength(0)
  })

  it('is nothing once all orders are gone', () => {
    const exchange = tryExchange()
    const { hash } = exchange.place('ann', 'buy yes 0.54 5')
    expect(exchange.core.nextDue()).toBe(at(1_000_000))
    exchange.do({ kind: 'remove', account: 'ann', hashes: [hash] })
    expect(exchange.core.nextDue()).toBeNull()
  })

  it('does not run backwards: a command from the past happens now', () => {
    const exchange = tryExchange()
    exchange.wait(10)
    exchange.core.apply({ at: at(5), kind: 'trading', market: 1, status: 'CLOSED' })
    expect(exchange.core.drain()[0]).toMatchObject({ kind: 'trading', at: at(10) })
    expect(exchange.core.now).toBe(at(10))
  })

  it('does not keep the expiries of finished orders', () => {
    const exchange = tryExchange()
    exchange.do({ kind: 'fund', account: 'crowd-1', cash: wei('1000') })
    for (let turn = 0; turn < 20_000; turn++) {
      const { hash } = exchange.place('crowd-1', 'buy yes 0.54 5')
      exchange.do({ kind: 'remove', account: 'crowd-1', hashes: [hash] })
    }
    expect(exchange.core.nextDue()).toBeNull()
    expect(exchange.core.ordersOf('crowd-1')).toEqual([])
    expect(exchange.core.now).toBe(Timestamp.ZERO)
  })

  it('forgets old matches among the crowd, never those of a wallet', () => {
    const exchange = tryExchange({ matchesKept: 10 })
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
