import { describe, expect, it } from 'vitest'
import { normal } from '../../../src/strategy/models/normal.js'

describe('the normal distribution', () => {
  // Computed with forty digits.
  it.each([
    [-3, 0.0013498980316300946],
    [-1.96, 0.024997895148220435],
    [-1, 0.15865525393145705],
    [-0.5, 0.3085375387259869],
    [0, 0.5],
    [0.25, 0.5987063256829237],
    [1, 0.8413447460685429],
    [2.5758293035489004, 0.995],
    [6, 0.9999999990134123],
  ])('has the probability of a value at or below %d', (x, probability) => {
    expect(Math.abs(normal.cdf(x) - probability)).toBeLessThan(1e-15)
  })

  it.each([
    [-8, 6.220960574271784e-16],
    [-20, 2.7536241186062337e-89],
  ])('knows the tail below %d to eight digits', (x, probability) => {
    expect(Math.abs(normal.cdf(x) / probability - 1)).toBeLessThan(1e-8)
  })

  it('is 0 and 1 far out, and the same from both sides', () => {
    expect([
      normal.cdf(-40),
      normal.cdf(40),
      normal.cdf(Number.NEGATIVE_INFINITY),
      normal.cdf(Number.POSITIVE_INFINITY),
    ]).toEqual([0, 1, 0, 1])
    for (let x = -9; x <= 9; x += 0.137) expect(normal.cdf(x) + normal.cdf(-x)).toBeCloseTo(1, 15)
  })

  it('is the integral of its density', () => {
    let sum = normal.cdf(-4)
    for (let step = 0; step < 8_000; step++) sum += normal.density(-4 + (step + 0.5) / 1_000) / 1_000
    expect(sum).toBeCloseTo(normal.cdf(4), 7)
  })
})
