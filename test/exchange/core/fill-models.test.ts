import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createProbabilistic, optimistic, pessimistic, probabilistic } from '../../../src/exchange/core/fill-models.js'
import { Size } from '../../../src/model/money.js'

const shares = (count: number): Size => Size.ofShares(count)

describe('fill models', () => {
  it('agree with the published vector of the power queue, rounded against us', () => {
    expect(probabilistic.leftAhead(shares(50), shares(300), shares(100))).toBe(48_214_285)
  })

  it('take what is not behind from ahead', () => {
    expect(probabilistic.leftAhead(shares(50), shares(300), shares(0))).toBe(50_000_000)
    expect(probabilistic.leftAhead(shares(390), shares(300), shares(100))).toBeGreaterThanOrEqual(shares(290))
  })

  it('are ordered: the pessimist sees the least leave ahead, the optimist the most', () => {
    const size = fc.integer({ min: 0, max: 2_000_000_000 }).map(Size.of)
    fc.assert(
      fc.property(
        size,
        size,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 8 }),
        (ahead, behind, part, power) => {
          const gone = Size.of(Math.floor((ahead + behind) * part))
          const least = pessimistic.leftAhead(gone, ahead, behind)
          const middle = createProbabilistic(power).leftAhead(gone, ahead, behind)
          const most = optimistic.leftAhead(gone, ahead, behind)
          expect(Number.isSafeInteger(middle)).toBe(true)
          expect(least).toBeLessThanOrEqual(middle)
          expect(middle).toBeLessThanOrEqual(most)
          // What is left ahead is never more than what is left at all; one millionth is the rounding.
          expect(ahead - middle).toBeLessThanOrEqual(ahead + behind - gone + 1)
        },
      ),
    )
  })

  it('refuse a power that is not a small whole number', () => {
    for (const power of [0, 9, 1.5]) expect(() => createProbabilistic(power)).toThrow('whole number from 1 to 8')
  })
})
