import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type RewardBook, type RewardOrder, scoreRewards } from '../../../src/exchange/core/rewards.js'

const SHARES = 1_000_000
const order = (account: string, side: 'bid' | 'ask', price: number, shares: number): RewardOrder => ({
  account,
  side,
  price,
  size: shares * SHARES,
})
const bookOf = (orders: readonly RewardOrder[], changes: Partial<RewardBook> = {}): RewardBook => ({
  orders,
  middle: 5_000,
  spreadThreshold: 300,
  shareThreshold: 100 * SHARES,
  ...changes,
})
const rounded = (weights: readonly number[]): number[] => weights.map(weight => Math.round(weight * 10_000) / 10_000)
const sum = (weights: readonly number[]): number => weights.reduce((total, weight) => total + weight, 0)

describe('the weight of a resting order', () => {
  it('falls with the square of its distance from the middle and grows with its size', () => {
    const both = [order('ann', 'bid', 4_900, 100), order('ann', 'bid', 4_800, 200), order('ann', 'ask', 5_100, 100)]
    const weights = scoreRewards(bookOf(both))
    // Bids 66.6667, asks 44.4444: the lesser side counts, parted 4 to 2 to 4.
    expect(sum(weights)).toBeCloseTo(44.4444, 4)
    expect(rounded(weights)).toEqual([17.7778, 8.8889, 17.7778])
  })

  it('of one side alone counts a third, and nothing near the ends of the scale', () => {
    const alone = [order('ann', 'bid', 4_900, 300)]
    expect(rounded(scoreRewards(bookOf(alone)))).toEqual([44.4444])
    const low = [order('ann', 'bid', 900, 300), order('bob', 'bid', 900, 300), order('bob', 'ask', 1_080, 300)]
    expect(rounded(scoreRewards(bookOf(low, { middle: 990 })))[0]).toBe(0)
    expect(scoreRewards(bookOf(low, { middle: 990 }))[1]).toBeGreaterThan(0)
    expect(scoreRewards(bookOf(low, { middle: 1_000 }))[0]).toBeGreaterThan(0)
  })

  it('is nothing below the least size, at the edge of the band, and beyond', () => {
    const poor = [
      order('ann', 'bid', 4_900, 99.999999),
      order('bob', 'bid', 4_700, 500),
      order('cat', 'ask', 5_400, 500),
      order('dan', 'ask', 5_299, 100),
    ]
    const weights = scoreRewards(bookOf(poor))
    expect(weights.slice(0, 3)).toEqual([0, 0, 0])
    expect(weights[3]).toBeGreaterThan(0)
    expect(scoreRewards(bookOf(poor, { spreadThreshold: 0 }))).toEqual([0, 0, 0, 0])
    expect(scoreRewards(bookOf([]))).toEqual([])
  })

  it('counts the sides of each account for itself', () => {
    const two = [order('ann', 'bid', 4_900, 100), order('bob', 'ask', 5_100, 100)]
    const one = [order('ann', 'bid', 4_900, 100), order('ann', 'ask', 5_100, 100)]
    expect(sum(scoreRewards(bookOf(one)))).toBeCloseTo(1.5 * sum(scoreRewards(bookOf(two))), 9)
  })

  it('is finite and not negative, and never more than the plain score', () => {
    const any = fc.record({
      account: fc.constantFrom('ann', 'bob', 'crowd'),
      side: fc.constantFrom('bid' as const, 'ask' as const),
      price: fc.integer({ min: 1, max: 9_999 }),
      size: fc.integer({ min: 0, max: 1e12 }),
    })
    fc.assert(
      fc.property(
        fc.array(any),
        fc.integer({ min: 2, max: 19_998 }),
        fc.integer({ min: 0, max: 9_999 }),
        (orders, twice, band) => {
          const weights = scoreRewards({ orders, middle: twice / 2, spreadThreshold: band, shareThreshold: 5 * SHARES })
          expect(weights).toHaveLength(orders.length)
          for (const [index, weight] of weights.entries()) {
            expect(weight >= 0 && weight <= (orders[index]?.size ?? 0) / SHARES).toBe(true)
          }
        },
      ),
    )
  })
})
