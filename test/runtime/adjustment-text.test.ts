import { expect, test } from 'vitest'
import { MarketId } from '../../src/model/ids.js'
import { Wei } from '../../src/model/money.js'
import { adjustmentText } from '../../src/runtime/adjustment-text.js'

test('cash is told in its unit and without a market, shares with their market and outcome', () => {
  const amount = Wei.of(-9_900n * 10n ** 18n)
  expect(adjustmentText({ why: 'unexplained', what: 'cash', market: null, amount })).toBe(
    'booked -9900 USDT of cash that no fill explains',
  )
  const shares = { why: 'unexplained', what: 'no', market: MarketId.of('1001'), amount: Wei.of(25n * 10n ** 17n) } as const
  expect(adjustmentText(shares)).toBe('market 1001: booked 2.5 shares of no that no fill explains')
})

test('pairs of shares are told with what they became', () => {
  const pairs = { what: 'pairs', market: MarketId.of('1001'), amount: Wei.of(25n * 10n ** 17n) } as const
  expect(adjustmentText({ why: 'merge', ...pairs })).toBe(
    'market 1001: 2.5 pairs of shares became as much cash by a transaction of the wallet',
  )
  expect(adjustmentText({ why: 'split', ...pairs })).toBe(
    'market 1001: 2.5 USDT became as many pairs of shares by a transaction of the wallet',
  )
})
