import { describe, expect, it } from 'vitest'
import { FixedClock } from '../../../src/strategy/estimators/fixed-clock.js'
import { after } from '../../engine/desk-bench.js'

/** What a clock of a second says of values at their times (ms). */
const told = (...values: readonly (readonly [ms: number, value: number])[]) => {
  const clock = new FixedClock(1_000)
  return values.map(([ms, value]) => [clock.advance(after(ms), value), clock.change])
}

describe('a fixed clock', () => {
  it('reads at whole seconds the last value before them', () => {
    expect(told([100, 10], [900, 11], [1_000, 15], [1_500, 12], [2_000, 20])).toEqual([
      [0, 0],
      [0, 0],
      // The first mark has nothing to be compared with.
      [0, 0],
      [0, 0],
      [1, 1],
    ])
  })

  it('counts intervals in which nothing was told as quiet ones', () => {
    expect(told([0, 10], [1_000, 12], [5_000, 13]).at(-1)).toEqual([4, 2])
  })

  it('spans no gap', () => {
    const clock = new FixedClock(1_000)
    clock.advance(after(0), 10)
    clock.advance(after(1_000), 10)
    clock.pause()
    expect([60_000, 61_000].map(ms => clock.advance(after(ms), 99))).toEqual([0, 0])
    expect([clock.advance(after(62_000), 99), clock.change]).toEqual([1, 0])
  })

  it('leaves out what is no number and refuses an interval that is none', () => {
    expect(told([0, 10], [1_000, 11], [1_500, Number.NaN], [1_600, Number.POSITIVE_INFINITY], [2_000, 5]).at(-1)).toEqual([
      1, 1,
    ])
    expect(() => new FixedClock(0)).toThrow('clockMs must be positive, found 0')
  })
})
