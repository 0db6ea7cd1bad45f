import { expect, test } from 'vitest'
import { MarketId } from '../../src/model/ids.js'
import { Wei } from '../../src/model/money.js'
import { adjustmentText } from '../../src/runtime/adjustment-text.js'

test('cash is told in its unit and without a market, shares with their market and outcome', () => {
  const amount = Wei.of(-9_900n * 10n ** 18n)
  expect(adjustmentText({ what: 'cash', market: null, amount })).toBe('booked -9900 USDT of cash that no fill explains')
  const shares = { what: 'no', market: MarketId.of('1001'), amount: Wei.of(25n * 10n ** 17n) } as const
  expect(adjustmentText(shares)).toBe('market 1001: booked 2.5 shares of no that no fill explains')
})
