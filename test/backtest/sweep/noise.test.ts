import { describe, expect, test } from 'vitest'
import { drawn } from '../../../backtest/latency.js'
import { deflatedSharpe, expectedMaximum, probabilisticSharpe, sharpePerEvent } from '../../../backtest/sweep/noise.js'

/** Normal numbers from a seed, by Box and Muller. */
const normals = (seed: number, many: number): number[] =>
  Array.from({ length: many }, (_, at) => {
    const radius = Math.sqrt(-2 * Math.log(1 - drawn(seed, 1, at)))
    return radius * Math.cos(2 * Math.PI * drawn(seed, 2, at))
  })

describe('the best of noise', () => {
  test('is what the largest of as many normal numbers is on average', () => {
    for (const trials of [5, 50, 500]) {
      const rounds = Array.from({ length: 400 }, (_, round) => Math.max(...normals(round + 1, trials)))
      const average = rounds.reduce((sum, value) => sum + value, 0) / rounds.length
      expect(expectedMaximum(trials)).toBeCloseTo(average, 0)
      expect(Math.abs(expectedMaximum(trials) - average)).toBeLessThan(0.1)
    }
  })

  test('is the formula with exact normal quantiles', () => {
    // By NormalDist.inv_cdf of Python.
    const known = [
      [2, 0.5197553442805939],
      [24, 1.9797731141615635],
      [40, 2.1894802275371745],
      [1_000, 3.255121513652723],
      [100_000, 4.390828742376488],
    ] as const
    for (const [trials, expected] of known) expect(expectedMaximum(trials)).toBeCloseTo(expected, 9)
  })

  test('is nothing for a single trial', () => {
    expect(expectedMaximum(1)).toBe(0)
    expect(expectedMaximum(0)).toBe(0)
  })
})

describe('the deflated Sharpe ratio', () => {
  // The worked example of Bailey and López de Prado (2014): 100 trials, five years of days, 2.5 a year, skewness -3, kurtosis 10: 0.90.
  test('gives the published figure', () => {
    const hurdle = Math.sqrt(0.5 / 250) * expectedMaximum(100)
    expect(hurdle).toBeCloseTo(0.1132, 3)
    const found = probabilisticSharpe({ sharpe: 2.5 / Math.sqrt(250), hurdle, events: 1_250, skewness: -3, kurtosis: 10 })
    expect(found).toBeCloseTo(0.9004, 2)
  })

  test('takes the best of many trials of noise for luck, and one that always earns for skill', () => {
    const trials = Array.from({ length: 100 }, (_, trial) => normals(trial + 1, 60))
    const sharpes = trials.map(sharpePerEvent)
    const best = trials[sharpes.indexOf(Math.max(...sharpes))] ?? []
    expect(deflatedSharpe({ profits: best, sharpes, trials: 100 })).toBeLessThan(0.95)
    expect(deflatedSharpe({ profits: best, sharpes: [0.1, 0.2], trials: 1 })).toBeGreaterThan(0.95)
    const skilled = normals(999, 60).map(value => value + 2)
    expect(deflatedSharpe({ profits: skilled, sharpes, trials: 100 })).toBeGreaterThan(0.99)
  })

  test('is not said of too few events, or of events that are all alike', () => {
    expect(deflatedSharpe({ profits: [1, 2], sharpes: [1], trials: 1 })).toBeNull()
    expect(deflatedSharpe({ profits: [1, 1, 1, 1], sharpes: [1], trials: 1 })).toBeNull()
  })
})
