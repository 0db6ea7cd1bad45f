import { describe, expect, test } from 'vitest'
import { compareFills, type Pair } from '../../../backtest/calibrate/compare-fills.js'
import type { TimedFill } from '../../../backtest/calibrate/run-order.js'
import { Size } from '../../../src/model/money.js'
import { Timestamp } from '../../../src/model/time.js'

const fill = (ms: number, shares: number): TimedFill => ({ at: Timestamp.ofMs(ms), size: Size.ofShares(shares) })
const pairOf = (run: readonly TimedFill[], model: readonly TimedFill[]): Pair => ({
  arrivedAt: Timestamp.ZERO,
  size: Size.ofShares(10),
  run,
  model,
})

describe('a model beside what happened', () => {
  test('hits, misses, and fills where nothing happened', () => {
    const { orders, hits, shares } = compareFills('m', [
      pairOf([fill(1, 10)], [fill(1, 4)]),
      pairOf([fill(1, 3)], []),
      pairOf([], [fill(1, 2)]),
      pairOf([], []),
    ])
    expect([orders, hits]).toEqual([4, { both: 1, runOnly: 1, modelOnly: 1, neither: 1 }])
    expect(shares).toEqual({ run: 13, model: 6, error: 11 })
  })

  test('is off in time by the distance of the first fills, whichever came first', () => {
    const late = [100, -20, 300].map(ms => pairOf([fill(1_000, 5)], [fill(1_000 + ms, 5), fill(9_000, 5)]))
    const { fillTime } = compareFills('m', late)
    expect(fillTime).toEqual({ orders: 3, medianMs: 100, p90Ms: 260, biasMs: 100 })
    expect(compareFills('m', [pairOf([], [fill(1, 1)])]).fillTime.medianMs).toBeNull()
  })

  test('scores 0 where it is right about every time, and 1 where it is wrong about every one', () => {
    const right = compareFills('m', [pairOf([fill(10, 4), fill(8_000, 6)], [fill(10, 4), fill(8_000, 6)]), pairOf([], [])])
    expect(right.brier.score).toBe(0)
    expect(right.brier.ignorant).toBeGreaterThan(0)
    expect(compareFills('m', [pairOf([fill(1, 10)], []), pairOf([], [fill(1, 10)])]).brier.score).toBe(1)
  })

  test('is scored at each time after the order arrived', () => {
    const { brier } = compareFills('m', [pairOf([fill(2_000, 10)], [fill(20_000, 5)])])
    expect(brier.byHorizon.map(({ horizon, score }) => [horizon, score])).toEqual([
      ['1 s', 0],
      ['5 s', 1],
      ['30 s', 0.25],
      ['5 min', 0.25],
      ['life', 0.25],
    ])
    expect(brier.score).toBeCloseTo(1.75 / 5, 12)
  })
})
