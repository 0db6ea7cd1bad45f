import { expect, test } from 'vitest'
import { marketAmounts, marketAmountsByValue, type WireLevel } from '../../src/protocol/market-amounts.js'

const level = (cents: bigint, shares: bigint): WireLevel => ({ price: cents * 10n ** 16n, shares: shares * 10n ** 18n })
const asks = [level(62n, 100n), level(63n, 200n)]
const bids = [level(61n, 100n), level(60n, 300n)]
const shares = 150n * 10n ** 18n
const row = (makerAmount: string, takerAmount: string, pricePerShare: string) => ({
  makerAmount: BigInt(makerAmount),
  takerAmount: BigInt(takerAmount),
  pricePerShare: BigInt(pricePerShare),
})

test('a buy of shares offers its worst level and the slippage for all of them', () => {
  expect(marketAmounts('buy', shares, { levels: asks, slippageBps: 100 })).toEqual(
    row('95445000000000000000', '150000000000000000000', '623333333333333333'),
  )
})

test('a buy of at least a number of shares offers what they cost', () => {
  expect(marketAmounts('buy', shares, { levels: asks, slippageBps: 100, isMinAmountOut: true })).toEqual(
    row('93500000000000000000', '146928571428571428571', '623333333333333333'),
  )
})

test('a buy for a sum buys as many shares as it pays for', () => {
  expect(marketAmountsByValue(100n * 10n ** 18n, { levels: asks, slippageBps: 0 })).toEqual(
    row('100995300000000000000', '160310000000000000000', '623762085958455492'),
  )
})

test('a sell asks for its worst level less the slippage', () => {
  expect(marketAmounts('sell', shares, { levels: bids, slippageBps: 100 })).toEqual(
    row('150000000000000000000', '89100000000000000000', '606666666666666666'),
  )
})

test('a buy never offers more than a dollar a share', () => {
  const { makerAmount, takerAmount } = marketAmounts('buy', shares, { levels: [level(99n, 200n)], slippageBps: 5_000 })
  expect(makerAmount).toBe(takerAmount)
})

test('an empty book has nothing to take', () => {
  expect(() => marketAmounts('buy', shares, { levels: [], slippageBps: 0 })).toThrow('something to take')
})
