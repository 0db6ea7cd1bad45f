import { describe, expect, it } from 'vitest'
import { byTimeLeft, secondsToCarry } from '../../../src/strategy/estimators/time-to-resolution.js'

describe('the time to carry inventory', () => {
  it.each([
    [null, 600],
    [86_400, 600],
    [30, 30],
    [0, 0],
    [-5, 0],
  ])('of a market with %d seconds left is %d of at most 600', (secondsLeft, expected) => {
    expect(secondsToCarry(secondsLeft, { horizonSeconds: 600 })).toBe(expected)
  })
})

describe('a number by time left', () => {
  const knots = [
    { secondsLeft: 10, value: 0 },
    { secondsLeft: 60, value: 0.5 },
    { secondsLeft: 160, value: 1 },
  ]
  it.each([
    [-1, 0],
    [10, 0],
    [35, 0.25],
    [60, 0.5],
    [110, 0.75],
    [160, 1],
    [1e9, 1],
    [null, 1],
  ])('at %d seconds is %d', (secondsLeft, expected) => {
    expect(byTimeLeft(secondsLeft, knots)).toBeCloseTo(expected, 12)
  })

  it('steps where two knots stand at one time, and says that it needs one', () => {
    const step = [
      { secondsLeft: 10, value: 0 },
      { secondsLeft: 10, value: 1 },
      { secondsLeft: 20, value: 1 },
    ]
    expect([9, 10, 10.001].map(seconds => byTimeLeft(seconds, step))).toEqual([0, 0, 1])
    expect(() => byTimeLeft(5, [])).toThrow('a schedule has at least one knot')
  })
})
