import { describe, expect, it } from 'vitest'
import type { Spender } from '../../../src/exchange/core/approvals.js'
import type { OrderSpec } from '../../../src/exchange/core/command.js'
import { Price, Size, Wei } from '../../../src/model/money.js'
import { PROFILES } from '../../../src/model/venue-profiles.js'
import { at, tryExchange, wei } from './try-exchange.js'

describe('a refusal of an order', () => {
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

  it('asks for the approval of the market’s own contracts', () => {
    const exchange = tryExchange({}, { isNegRisk: true })
    const gives = (spender: Spender, what: { cash: boolean; shares: boolean }) =>
      exchange.do({ kind: 'approve', account: 'ann', spender, ...what })
    exchange.place('ann', 'buy yes 0.5 10')
    exchange.place('bob', 'buy no 0.5 10')
    exchange.wait(2)
    exchange.do({ kind: 'approve', account: 'ann', cash: false, shares: false })
    gives('plain-exchange', { cash: true, shares: true })
    expect(exchange.place('ann', 'buy yes 0.4 10').answer).toMatchObject({ reason: 'cash-allowance' })
    gives('negRisk-exchange', { cash: true, shares: true })
    expect(exchange.place('ann', 'buy yes 0.4 10').answer.kind).toBe('accepted')
    expect(exchange.place('ann', 'sell yes 0.6 10').answer).toMatchObject({ reason: 'shares-allowance' })
    gives('negRisk-adapter', { cash: false, shares: true })
    expect(exchange.place('ann', 'sell yes 0.6 10').answer.kind).toBe('accepted')
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
