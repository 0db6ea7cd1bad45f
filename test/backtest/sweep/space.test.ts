import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Axis, gridPoints, gridSize, randomPoints } from '../../../backtest/sweep/space.js'

const half: Axis = { name: 'half', kind: 'values', values: [1, 2] }
const lean: Axis = { name: 'lean', kind: 'range', from: 0, to: 4, steps: 3, isLog: false, isWhole: false }

const take = <T>(points: Iterable<T>, many: number): T[] => {
  const taken: T[] = []
  for (const point of points) {
    if (taken.length === many) break
    taken.push(point)
  }
  return taken
}

const axes = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom('a', 'b', 'c', 'd'),
    from: fc.double({ min: 0.001, max: 10, noNaN: true }),
    width: fc.double({ min: 0, max: 100, noNaN: true }),
    steps: fc.integer({ min: 2, max: 6 }),
    isLog: fc.boolean(),
    isWhole: fc.boolean(),
  }),
  { selector: ({ name }) => name, minLength: 1 },
)
const ranges = axes.map(all => all.map(({ width, ...axis }): Axis => ({ ...axis, kind: 'range', to: axis.from + width })))

describe('grid', () => {
  test('walks every combination once, the last axis fastest', () => {
    expect([...gridPoints([half, lean])]).toEqual([
      { half: 1, lean: 0 },
      { half: 1, lean: 2 },
      { half: 1, lean: 4 },
      { half: 2, lean: 0 },
      { half: 2, lean: 2 },
      { half: 2, lean: 4 },
    ])
    expect(gridSize([half, lean])).toBe(6)
  })

  test('takes the geometric middle of a logarithmic range, and whole numbers of a whole one', () => {
    const size: Axis = { name: 'size', kind: 'range', from: 5, to: 80, steps: 3, isLog: true, isWhole: false }
    expect([...gridPoints([size])].map(point => point['size'])).toEqual([5, 20, 80])
    const count: Axis = { name: 'count', kind: 'range', from: 1, to: 3, steps: 9, isLog: false, isWhole: true }
    expect([...gridPoints([count])].map(point => point['count'])).toEqual([1, 2, 3])
  })
})

describe('random points', () => {
  test('are the same for the same seed, and more of them begin with the fewer', () => {
    const few = take(randomPoints([half, lean], 7), 5)
    expect(take(randomPoints([half, lean], 7), 50).slice(0, 5)).toEqual(few)
    expect(take(randomPoints([half, lean], 8), 5)).not.toEqual(few)
  })

  test('never leave their range, and neither does a grid', () => {
    fc.assert(
      fc.property(ranges, fc.integer(), (all, seed) => {
        for (const point of [...take(randomPoints(all, seed), 20), ...take(gridPoints(all), 50)])
          for (const axis of all)
            if (axis.kind === 'range') {
              expect(point[axis.name]).toBeGreaterThanOrEqual(axis.from)
              expect(point[axis.name]).toBeLessThanOrEqual(axis.to)
            }
      }),
      { seed: 1 },
    )
  })

  test('take each value of a list about as often', () => {
    const ones = take(randomPoints([half], 3), 2_000).filter(point => point['half'] === 1).length
    expect(ones).toBeGreaterThan(900)
    expect(ones).toBeLessThan(1_100)
  })
})
