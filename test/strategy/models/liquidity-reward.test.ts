import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { liquidityReward } from '../../../src/strategy/models/liquidity-reward.js'

const { score, weight, weightMax, yieldOf } = liquidityReward
/** The curve of a market with a band of 0.03: a pool of 10 USDT an hour against others of 500, and fills that seldom come. */
const TERMS = {
  band: 0.03,
  pool: 10,
  others: 500,
  arrivals: 6,
  decay: 60,
  fillMax: Number.POSITIVE_INFINITY,
  markout: 0.004,
  inventory: 1e-5,
}

describe('the score of resting orders', () => {
  it('falls with the square of the distance, and is nothing from the edge of the band on', () => {
    const bids = score(1, 3, 100) + score(2, 3, 200)
    const asks = score(1, 3, 100)
    expect(bids).toBeCloseTo(66.6667, 4)
    expect(asks).toBeCloseTo(44.4444, 4)
    expect(weight(bids, asks, 5_000)).toBeCloseTo(44.4444, 4)
    expect([score(3, 3, 100), score(4, 3, 100)]).toEqual([0, 0])
  })

  it('counts a third of one side alone, and nothing where the middle is near an edge', () => {
    expect(score(1, 3, 300)).toBeCloseTo(133.3333, 4)
    expect(weight(score(1, 3, 300), 0, 5_000)).toBeCloseTo(44.4444, 4)
    expect([weight(133, 0, 999), weight(133, 0, 9_001), weight(133, 20, 999)]).toEqual([0, 0, 20])
  })

  it('falls by 2 (v - s) / v² a share', () => {
    const slope = (score(0.01 + 1e-7, 0.03, 1) - score(0.01 - 1e-7, 0.03, 1)) / 2e-7
    expect(slope).toBeCloseTo((-2 * (0.03 - 0.01)) / 0.03 ** 2, 4)
  })

  it('is never less for makers together than for one who owns all of it', () => {
    const any = fc.record({
      makers: fc.array(fc.tuple(fc.double({ min: 0, max: 100, noNaN: true }), fc.double({ min: 0, max: 100, noNaN: true })), {
        maxLength: 6,
      }),
      middle: fc.integer({ min: 1, max: 9_999 }),
    })
    fc.assert(
      fc.property(any, ({ makers, middle }) => {
        const sum = (side: 0 | 1) => makers.reduce((sum, maker) => sum + maker[side], 0)
        const together = makers.reduce((sum, [bids, asks]) => sum + weight(bids, asks, middle), 0)
        expect(weightMax(sum(0), sum(1), middle)).toBeGreaterThanOrEqual(together - 1e-9)
      }),
      { numRuns: 200, seed: 5 },
    )
  })
})

describe('what quotes earn', () => {
  it('is reward and spread less markout and inventory', () => {
    const own = score(0.01, 0.03, 100)
    const filled = 2 * 6 * Math.exp(-60 * 0.01) * 100
    expect(yieldOf(0.01, 100, TERMS)).toBeCloseTo((10 * own) / (own + 500) + filled * (0.01 - 0.004) - 1e-5 * 100 ** 2, 12)
    expect(yieldOf(0.01, 100, { ...TERMS, fillMax: 10 })).toBeLessThan(yieldOf(0.01, 100, TERMS))
    expect(yieldOf(0.05, 100, { ...TERMS, others: 0 })).toBeCloseTo(2 * 6 * Math.exp(-3) * 100 * 0.046 - 0.1, 12)
  })

  it('is most where R O Q_s / (Q + O)² + 2 z (λ_s (s − m) + λ) is nothing', () => {
    const [size, step] = [100, 1e-6]
    let best = 0
    for (let at = 1; at < 30_000; at++) if (yieldOf(at * step, size, TERMS) > yieldOf(best, size, TERMS)) best = at * step
    const { band, pool, others, arrivals, decay, markout } = TERMS
    const own = score(best, band, size)
    const slope = (-2 * size * (band - best)) / band ** 2
    const fills = arrivals * Math.exp(-decay * best)
    const condition = (pool * others * slope) / (own + others) ** 2 + 2 * size * (-decay * fills * (best - markout) + fills)
    expect(best).toBeGreaterThan(step)
    expect(best).toBeLessThan(band - step)
    expect(Math.abs(condition)).toBeLessThan(0.1)
  })
})
