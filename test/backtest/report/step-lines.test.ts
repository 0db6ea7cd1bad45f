import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Step, stepLines } from '../../../backtest/report/step-lines.js'

const steps = (values: readonly (number | null)[]): Step[] => values.map((value, index) => ({ at: index * 1_000, value }))

describe('lines of a plot', () => {
  test('hold every change while they fit, over one row of times', () => {
    const one = [
      { at: 0, value: 1 },
      { at: 2_000, value: 2 },
    ]
    const other = [{ at: 1_000, value: 5 }]
    expect(stepLines([one, other], { from: 0, to: 2_000, rowsMax: 10 })).toEqual({
      x: [0, 1, 2],
      lines: [
        [1, 1, 2],
        [null, 5, 5],
      ],
      bucketMs: 0,
    })
  })

  test('keep the extremes, the order of times and the limit of rows, however long the run', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 50, maxLength: 400 }),
        fc.integer({ min: 4, max: 40 }),
        (values, rowsMax) => {
          const { x, lines } = stepLines([steps(values)], { from: 0, to: (values.length - 1) * 1_000, rowsMax })
          const drawn = (lines[0] ?? []).filter(value => value !== null)
          expect(Math.min(...drawn)).toBe(Math.min(...values))
          expect(Math.max(...drawn)).toBe(Math.max(...values))
          expect(x.length).toBeLessThanOrEqual(rowsMax)
          expect(x).toEqual(x.toSorted((a, b) => a - b))
          expect(lines[0]).toHaveLength(x.length)
        },
      ),
      { seed: 5 },
    )
  })

  test('are unknown where nothing was known in a whole bucket', () => {
    const values = Array.from({ length: 100 }, (_, index) => (index >= 40 && index < 70 ? null : index))
    const { lines } = stepLines([steps(values)], { from: 0, to: 99_000, rowsMax: 20 })
    expect(lines[0]?.slice(10, 12)).toEqual([null, null])
    expect(lines[0]?.at(-1)).toBe(99)
  })
})
