import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coherentPrices, groupLean, type OutcomePrice } from '../../../src/strategy/models/group-prices.js'
import { scoringRule } from '../../../src/strategy/scoring-rule.js'

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const anyOutcome: fc.Arbitrary<OutcomePrice> = fc.record({
  price: fc.double({ min: 0.05, max: 0.6, noNaN: true }),
  error: fc.double({ min: 0.001, max: 0.03, noNaN: true }),
})
/** Outcomes whose prices miss a dollar by less than no price could move by. */
const anyGroup = fc
  .array(anyOutcome, { minLength: 2, maxLength: 8 })
  .map(outcomes => {
    const scale = sum(outcomes.map(({ price }) => price))
    return outcomes.map(({ price, error }) => ({ price: (price / scale) * 0.98, error }))
  })
  .filter(outcomes => outcomes.every(({ price }) => price > 0.03 && price < 0.9))

describe('prices of a group that add up to a dollar', () => {
  it('move by their squared errors', () => {
    const prices = coherentPrices([
      { price: 0.5, error: 0.01 },
      { price: 0.3, error: 0.02 },
      { price: 0.1, error: 0.01 },
    ])
    expect(prices.map(price => price.toFixed(6))).toEqual(['0.516667', '0.366667', '0.116667'])
  })

  it('are scaled where none has an error, and stay between 0 and 1', () => {
    expect(coherentPrices([0.5, 0.6].map(price => ({ price, error: 0 })))[0]).toBeCloseTo(0.454545, 6)
    const pressed = coherentPrices([
      { price: 0.9, error: 0.001 },
      { price: 0.4, error: 0.4 },
    ])
    expect(pressed).toEqual([expect.closeTo(0.9, 5), expect.closeTo(0.1, 5)])
    expect(
      Math.min(
        ...coherentPrices([
          { price: 0.9, error: 0 },
          { price: 0.8, error: 0.1 },
          { price: 0.1, error: 0.1 },
        ]),
      ),
    ).toBe(1e-4)
  })

  it('are the nearest ones that do: any others that add up are farther away in errors', () => {
    fc.assert(
      fc.property(
        anyGroup,
        fc.array(fc.double({ min: -0.01, max: 0.01, noNaN: true }), { minLength: 8, maxLength: 8 }),
        (outcomes, off) => {
          const prices = coherentPrices(outcomes)
          expect(sum(prices)).toBeCloseTo(1, 10)
          const distance = (others: readonly number[]) =>
            sum(others.map((price, at) => ((price - outcomes[at]!.price) / outcomes[at]!.error) ** 2))
          const mean = sum(off.slice(0, prices.length)) / prices.length
          const others = prices.map((price, at) => price + off[at]! - mean)
          expect(distance(others)).toBeGreaterThanOrEqual(distance(prices) - 1e-9)
        },
      ),
      { numRuns: 200, seed: 11 },
    )
  })
})

describe('the lean of a group', () => {
  it('is that of the scoring rule for one outcome and its complement', () => {
    for (const [price, net] of [
      [0.6, 50],
      [0.02, -300],
      [0.97, 1_000],
    ] as const)
      expect(groupLean([price, 1 - price], [net, 0], 91)[0]).toBeCloseTo(scoringRule.lean(price, net, 91), 12)
  })

  it('lowers what is held and raises the rest, keeps the sum, and counts the same shares of each outcome as cash', () => {
    const nets = fc.array(fc.double({ min: -1_000, max: 1_000, noNaN: true }), { minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(anyGroup, nets, fc.double({ min: -1e6, max: 1e6, noNaN: true }), (outcomes, held, cash) => {
        const prices = coherentPrices(outcomes)
        const own = held.slice(0, prices.length)
        const leaned = groupLean(prices, own, 500)
        expect(sum(leaned)).toBeCloseTo(1, 9)
        const same = groupLean(
          prices,
          own.map(net => net + cash),
          500,
        )
        same.forEach((price, at) => expect(price).toBeCloseTo(leaned[at]!, 6))
        const more = groupLean(prices, [own[0]! + 100, ...own.slice(1)], 500)
        expect(more[0]).toBeLessThan(leaned[0]!)
        for (let at = 1; at < prices.length; at++) expect(more[at]).toBeGreaterThan(leaned[at]!)
      }),
      { numRuns: 200, seed: 12 },
    )
  })

  it('stays a number with a position that no market maker has', () => {
    expect(groupLean([0.5, 0.5], [1e9, -1e9], 100)).toEqual([0, 1])
    expect(groupLean([0.5, 0.5, 0], [1e9, 1e9, 0], 100)).toEqual([0.5, 0.5, 0])
  })
})
