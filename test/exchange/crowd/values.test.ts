import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFairValue } from '../../../src/exchange/crowd/fair-value.js'
import { createGroupValue, winnerOf } from '../../../src/exchange/crowd/group-value.js'
import { createRoundValue } from '../../../src/exchange/crowd/round-value.js'
import { Timestamp } from '../../../src/model/time.js'

const START = Timestamp.ofSeconds(1_800_000_000)
const END = Timestamp.add(START, 3_600_000_000)
const after = (seconds: number) => Timestamp.add(START, seconds * 1_000_000)

describe('the hidden values of a group', () => {
  it('make one together at any time, and one of them arrives at Yes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.integer({ min: 2, max: 6 }),
        fc.integer({ min: 0, max: 3_500 }),
        (seed, count, second) => {
          const walks = Array.from({ length: count }, (_, index) =>
            createFairValue({ seed, market: 1_001 + index, startsAt: START, endsAt: END }),
          )
          const values = walks.map(walk => createGroupValue(walk, () => walks))
          const sum = values.reduce((total, value) => total + value.at(after(second)), 0)
          // Each is kept a little away from 0 and 1.
          expect(Math.abs(sum - 1)).toBeLessThan(0.002 * count)
          const ends = values.map(value => value.at(END))
          expect(ends.indexOf(Math.max(...ends))).toBe(winnerOf(walks))
          expect(Math.max(...ends)).toBeGreaterThan(0.9)
        },
      ),
      { numRuns: 30, seed: 7 },
    )
  })
})

describe('the hidden value of a round', () => {
  const valueAt = (price: number, second: number, volatility = 0.5) =>
    createRoundValue({ price: () => price, volatility, startPrice: 100, endsAt: END }).at(after(second))

  it('is even at the start price, and follows the feed', () => {
    expect(valueAt(100, 0)).toBe(0.5)
    expect(valueAt(100.2, 0)).toBeGreaterThan(0.5)
    expect(valueAt(99.8, 0)).toBeCloseTo(1 - valueAt(100.2, 0), 2)
  })

  it('is surer the less time is left, and never quite sure', () => {
    const values = [0, 1_800, 3_000, 3_590].map(second => valueAt(100.1, second))
    expect(values).toEqual(values.toSorted((a, b) => a - b))
    expect([valueAt(200, 3_600), valueAt(50, 3_600)]).toEqual([0.998, 0.002])
  })

  it('of a price that never moves is what it is', () => {
    expect([valueAt(101, 0, 0), valueAt(100, 0, 0), valueAt(99, 0, 0)]).toEqual([0.998, 0.5, 0.002])
  })
})
