import { expect, test } from 'vitest'
import { markouts } from '../../backtest/report/markouts.js'
import { always, backtest, level, Tape } from './try-backtest.js'

test('a markout is measured by the book of its very moment, not by the last one of a whole second', async () => {
  const tape = new Tape()
    .book(0, 'ask 0.56 20 / bid 0.52 20')
    .print(300, 'bid 0.53 10')
    // Before 1.3 s, a second after the fill, and after the second 1.
    .level(1_200, 'ask 0.50 20')
    .gone(1_200, 'ask', 0.56)
    .gone(1_200, 'bid', 0.52)
    .level(1_200, 'bid 0.48 20')
    .gone(5_100, 'bid', 0.48)
    .wait(6_000)
  const result = await backtest(tape, always({ bid: level(0.53, 10) }), { limits: { positionMaxShares: 10 } })
  const [fill, ...others] = result.accounts[0]!.fills
  expect(others).toEqual([])
  // The bid is gone 5 s later, and the recording ends before the other times.
  expect(fill!.middlesAfter).toEqual([0.49, null, null, null, null])
  expect(markouts(result, [fill!])[0]).toMatchObject({ horizon: '1 s', cents: expect.closeTo(-4, 9), fills: 1 })
})
