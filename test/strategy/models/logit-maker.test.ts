import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../src/exchange/crowd/random.js'
import { logistic, logit } from '../../../src/strategy/models/logit.js'
import { logitMaker, martingaleDrift } from '../../../src/strategy/models/logit-maker.js'

const INPUTS = {
  probability: 0.2,
  inventory: 3,
  riskAversion: 0.3,
  volatilityPerRootSecond: 0.4,
  secondsLeft: 0.5,
  fillDecay: 15,
}

describe('a maker in logit space', () => {
  it('gives the figures that were computed apart', () => {
    const { reservation, half, bid, ask } = logitMaker(INPUTS)
    expect(reservation).toBeCloseTo(-1.458294, 6)
    expect(2 * half).toBeCloseTo(0.156018, 6)
    expect(bid).toBeCloseTo(0.177073, 6)
    expect(ask).toBeCloseTo(0.200963, 6)
  })

  it('gives those of the variant 2 / k', () => {
    const { bid, ask } = logitMaker({ ...INPUTS, spreadTerm: 'two-over-k' })
    expect(bid).toBeCloseTo(0.186697, 6)
    expect(ask).toBeCloseTo(0.190776, 6)
  })

  it('has a spread of 2 / k without risk aversion, and the variant none', () => {
    const fearless = { ...INPUTS, riskAversion: 1e-9 }
    expect(2 * logitMaker(fearless).half).toBeCloseTo(0.133333, 6)
    expect(2 * logitMaker({ ...INPUTS, riskAversion: 0 }).half).toBeCloseTo(2 / 15, 12)
    expect(2 * logitMaker({ ...fearless, spreadTerm: 'two-over-k' }).half).toBeCloseTo(0, 6)
  })

  it('quotes inside of 0 to 1 at any price, narrower towards both ends', () => {
    const flat = { ...INPUTS, inventory: 0 }
    const width = (probability: number): number => {
      const { bid, ask } = logitMaker({ ...flat, probability })
      expect(bid > 0 && ask < 1 && bid < ask).toBe(true)
      return ask - bid
    }
    expect(width(0.01) < width(0.1) && width(0.1) < width(0.5)).toBe(true)
    expect(width(0.99)).toBeCloseTo(width(0.01), 12)
    for (const probability of [0, 1e-9, 1 - 1e-9, 1]) expect(width(probability)).toBeGreaterThan(0)
  })

  it('widens by its factor in logits', () => {
    expect(logitMaker({ ...INPUTS, widthFactor: 3 }).half).toBeCloseTo(3 * logitMaker(INPUTS).half, 12)
  })
})

describe('the drift of a logit', () => {
  it('is that which was computed apart', () => {
    expect(martingaleDrift(0.2, 0.4)).toBeCloseTo(-0.048, 12)
    expect(martingaleDrift(0.5, 0.4)).toBeCloseTo(0, 12)
  })

  it('keeps the mean of the probability where it is, within three standard errors', () => {
    const random = createRandom(3)
    const ends: number[] = []
    for (let path = 0; path < 4_000; path++) {
      let x = logit(0.2)
      for (let step = 0; step < 50; step++)
        x += martingaleDrift(logistic(x), 0.4) * 0.02 + 0.4 * Math.sqrt(0.02) * random.normal()
      ends.push(logistic(x))
    }
    const mean = ends.reduce((sum, p) => sum + p, 0) / ends.length
    const error = Math.sqrt(ends.reduce((sum, p) => sum + (p - mean) ** 2, 0)) / ends.length
    expect(Math.abs(mean - 0.2)).toBeLessThan(3 * error)
  })
})

describe('logit and logistic', () => {
  it('undo each other, and are finite at 0, at 1 and beyond', () => {
    for (const p of [0.0001, 0.2, 0.5, 0.9999]) expect(logistic(logit(p))).toBeCloseTo(p, 12)
    for (const p of [-1, 0, 1, 2]) expect(Number.isFinite(logit(p))).toBe(true)
    expect([logistic(-1_000), logistic(1_000)]).toEqual([0, 1])
  })
})
