import { describe, expect, it } from 'vitest'
import { secondsOfVariance } from '../../../src/strategy/models/seconds-of-variance.js'

const INPUTS = { probability: 0.5, volatilityPerRootSecond: 0.01, secondsLeft: 100, horizonSeconds: 300 }

describe('the seconds of a variance', () => {
  it('are what is left, and at most the horizon', () => {
    expect(secondsOfVariance(INPUTS)).toBe(100)
    expect(secondsOfVariance({ ...INPUTS, secondsLeft: 1e6 })).toBe(300)
    expect(secondsOfVariance({ ...INPUTS, secondsLeft: null })).toBe(300)
  })

  it('carry no more variance than what a share will pay has', () => {
    expect(secondsOfVariance({ ...INPUTS, secondsLeft: null, horizonSeconds: 1e6 })).toBeCloseTo(0.25 / 1e-4, 9)
    expect(secondsOfVariance({ ...INPUTS, probability: 0.01, volatilityPerRootSecond: 0.1 })).toBeCloseTo(0.0099 / 0.01, 9)
    expect(secondsOfVariance({ ...INPUTS, volatilityPerRootSecond: 0 })).toBe(100)
  })
})
