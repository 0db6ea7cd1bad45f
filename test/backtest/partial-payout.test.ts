import { expect, test } from 'vitest'
import { Wei } from '../../src/model/money.js'
import { after, always, backtest, level, marketOf, Tape } from './try-backtest.js'

test('a market that pays a part of a dollar pays it in desk and venue alike', async () => {
  const closed = marketOf(0, { trading: 'closed', result: { yes: 0.3, at: after(3_000) } })
  const tape = new Tape()
    .book(0, 'ask 0.60 50 / bid 0.40 20')
    .wait(500)
    .print(1_000, 'bid 0.40 30')
    .gone(1_000, 'bid', 0.4, 'traded')
    .define(3_000, closed)
    .wait(4_000)
  // The run throws where the books of profit are not the venue's.
  const { accounts } = await backtest(tape, always({ bid: level(0.4, 10) }))
  const [account] = accounts
  expect(account?.fills.map(({ shares, value }) => [Wei.toNumber(shares), Wei.toNumber(value)])).toEqual([[10, 4]])
  expect(Wei.toNumber(account?.profit.total ?? Wei.ZERO)).toBeCloseTo(3 - 4, 12)
})
