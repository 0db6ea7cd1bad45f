import { describe, expect, it } from 'vitest'
import { readLine, writeEntry } from '../../../../src/exchange/server/log/log-entry.js'
import { at, wei } from '../try-exchange.js'
import { openFloor, openFloorWithPairs } from './trading-floor.js'

const ON_REDEEM = { paysAtResult: false }

describe('holders in a market that resolves, where they redeem', () => {
  it('keep their shares until they redeem them; the shares of a loser vanish for nothing', () => {
    const { exchange, ann, bob, cat } = openFloorWithPairs(ON_REDEEM)
    cat.buys('10 yes at 0.4')
    ann.sells('5 yes at 0.9')
    exchange.happened()
    exchange.do({ kind: 'resolve', market: 1, yes: 1 })
    expect(exchange.happened()).toEqual([
      'trading CLOSED',
      'CANCELLED 3 market-closed',
      'CANCELLED 4 market-closed',
      'status RESOLVED',
    ])
    expect([ann.has, bob.has]).toEqual(['990 cash, 20 yes', '990 cash, 20 no'])
    const redeem = (account: string, yes: string, no: string) =>
      exchange.do({ kind: 'redeem', account, market: 1, yes: wei(yes), no: wei(no) })
    expect(redeem('ann', '5', '0')).toEqual({ kind: 'done' })
    expect(redeem('ann', '15', '0')).toEqual({ kind: 'done' })
    expect(redeem('bob', '0', '20')).toEqual({ kind: 'done' })
    expect(exchange.happened()).toEqual(['paid ann yes 5', 'paid ann yes 15', 'paid bob no 0'])
    expect([ann.has, bob.has]).toEqual(['1010 cash', '990 cash'])
    expect(exchange.core.account('ann')?.holdings.size).toBe(0)
    expect(exchange.core.market(1)?.locked).toBe(0n)
  })

  it('cannot redeem without a result, more than is free, nothing, or less than nothing', () => {
    const { exchange } = openFloorWithPairs(ON_REDEEM)
    const redeem = (yes: string, no = '0', market = 1) =>
      exchange.do({ kind: 'redeem', account: 'ann', market, yes: wei(yes), no: wei(no) })
    expect(redeem('5')).toMatchObject({ reason: 'status', note: 'market 1 is REGISTERED: it has no result' })
    exchange.do({ kind: 'resolve', market: 1, yes: 1 })
    expect(redeem('20.1')).toMatchObject({ reason: 'shares-balance' })
    expect(redeem('5', '1')).toMatchObject({ reason: 'shares-balance' })
    expect(redeem('0')).toMatchObject({ reason: 'zero' })
    expect(redeem('5', '0', 9)).toMatchObject({ reason: 'unknown-market' })
    const negative = exchange.do({ kind: 'redeem', account: 'ann', market: 1, yes: wei('1'), no: (wei('0') - 1n) as never })
    expect(negative).toMatchObject({ reason: 'out-of-range' })
    expect(exchange.do({ kind: 'redeem', account: 'dan', market: 1, yes: wei('1'), no: wei('0') })).toMatchObject({
      reason: 'shares-balance',
    })
  })

  it('get shares, and not cash, from matches that settle after the result', () => {
    const slow = { ...ON_REDEEM, settlementUs: (match: number) => (match === 1 ? 0 : 5_000_000) }
    const { exchange, ann, cat } = openFloorWithPairs(slow)
    cat.buys('10 yes at 0.6')
    ann.sells('10 yes at 0.6')
    exchange.do({ kind: 'resolve', market: 1, yes: 1 })
    expect(ann.has).toBe('990 cash, 20 yes (10 reserved)')
    const redeem = { kind: 'redeem', account: 'ann', market: 1, no: wei('0') } as const
    expect(exchange.do({ ...redeem, yes: wei('11') })).toMatchObject({ reason: 'shares-balance' })
    exchange.wait(5)
    expect([ann.has, cat.has]).toEqual(['996 cash, 10 yes', '994 cash, 10 yes'])
    expect(exchange.do({ ...redeem, yes: wei('10') })).toEqual({ kind: 'done' })
    expect(ann.has).toBe('1006 cash')
  })

  it('can merge the pairs of a decided market', () => {
    const { exchange, ann } = openFloorWithPairs(ON_REDEEM)
    exchange.do({ kind: 'split', account: 'ann', market: 1, shares: wei('7') })
    exchange.do({ kind: 'resolve', market: 1, yes: 1 })
    expect(exchange.do({ kind: 'merge', account: 'ann', market: 1, shares: wei('7') })).toEqual({ kind: 'done' })
    expect(ann.has).toBe('990 cash, 20 yes')
  })

  it('are paid at once if they have no keys to redeem with', () => {
    const { exchange } = openFloor(ON_REDEEM, { feeRateBps: 200 })
    exchange.do({ kind: 'fund', account: 'crowd-1', cash: wei('100') })
    exchange.do({ kind: 'split', account: 'crowd-1', market: 1, shares: wei('10') })
    exchange.place('bob', 'buy yes 0.50 10')
    exchange.place('ann', 'buy no 0.50 10')
    exchange.do({ kind: 'resolve', market: 1, yes: 0.5 })
    expect(exchange.core.account('crowd-1')).toMatchObject({ cash: wei('100') })
    expect(exchange.core.account('crowd-1')?.holdings.size).toBe(0)
    expect(exchange.core.account('fees')?.cash).toBeGreaterThan(0n)
    expect(exchange.core.account('bob')?.holdings.size).toBe(1)
  })
})

describe('a redemption in the log', () => {
  it('is read as it was written', () => {
    const command = { kind: 'redeem', at: at(3), account: '0xab', market: 4, yes: wei('1.5'), no: wei('0') } as const
    expect(readLine(writeEntry({ command }))).toEqual({ command })
  })
})
