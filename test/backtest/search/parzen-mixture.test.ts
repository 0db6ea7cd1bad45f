import { describe, expect, test } from 'vitest'
import { drawn } from '../../../backtest/latency.js'
import { type Coordinates, parzenMixture } from '../../../backtest/search/parzen-mixture.js'
import { unitAxis } from '../../../backtest/search/unit-axis.js'

const axes = [
  unitAxis({ name: 'half', kind: 'range', from: 0, to: 4, steps: 5, isLog: false, isWhole: false }),
  unitAxis({ name: 'rule', kind: 'values', values: ['slow', 'fast', 'late'] }),
]

const POINTS: readonly Coordinates[] = [
  [0.05, 0],
  [0.1, 0],
  [0.12, 2],
]

const cells = Array.from({ length: 200 }, (_, at) => (at + 0.5) / 200)

const uniform = (seed: number): (() => number) => {
  let draw = 0
  return () => drawn(seed, 1, draw++)
}

describe('a Parzen mixture', () => {
  test('is a density: over the whole space it comes to one', () => {
    for (const points of [[], POINTS.slice(0, 1), POINTS]) {
      const mixture = parzenMixture(axes, points)
      const mass = cells.flatMap(half => [0, 1, 2].map(rule => Math.exp(mixture.logDensity([half, rule])) / cells.length))
      expect(mass.reduce((sum, part) => sum + part, 0)).toBeCloseTo(1, 3)
    }
  })

  test('draws what it says it draws', () => {
    const mixture = parzenMixture(axes, POINTS)
    const next = uniform(5)
    const draws = Array.from({ length: 20_000 }, () => mixture.draw(next))
    for (const rule of [0, 1, 2])
      for (const [from, to] of [
        [0, 0.25],
        [0.25, 1],
      ] as const) {
        const part = draws.filter(([half = 0, own]) => own === rule && half >= from && half < to).length / draws.length
        const inside = cells.filter(half => half >= from && half < to)
        const mass = inside.reduce((sum, half) => sum + Math.exp(mixture.logDensity([half, rule])) / cells.length, 0)
        expect(part).toBeCloseTo(mass, 1.7)
      }
  })

  test('is highest where its points are, and nowhere nothing', () => {
    const mixture = parzenMixture(axes, POINTS)
    expect(mixture.logDensity([0.08, 0])).toBeGreaterThan(mixture.logDensity([0.9, 0]))
    expect(mixture.logDensity([0.08, 0])).toBeGreaterThan(mixture.logDensity([0.08, 1]))
    expect(mixture.logDensity([1, 1])).toBeGreaterThan(-10)
  })
})

describe('an axis of a search', () => {
  test('places numbers on their scale, a list of them by rank, and gives back what lies there', () => {
    const log = unitAxis({ name: 'size', kind: 'range', from: 5, to: 80, steps: 3, isLog: true, isWhole: true })
    const list = unitAxis({ name: 'lean', kind: 'values', values: [4, 1, 100] })
    if (log.kind !== 'ordered' || list.kind !== 'ordered') throw new Error('expected axes with an order')
    expect([5, 20, 80].map(log.placeOf)).toEqual([0, expect.closeTo(0.5, 9), 1])
    expect([0, 0.5, 1].map(log.valueAt)).toEqual([5, 20, 80])
    expect([1, 4, 100].map(list.placeOf)).toEqual([0, 0.5, 1])
    expect([0, 0.4, 0.9].map(list.valueAt)).toEqual([1, 4, 100])
    expect(unitAxis({ name: 'rule', kind: 'values', values: [1, 'x'] }).kind).toBe('choice')
  })

  test('of one value is a place all the same', () => {
    const one = unitAxis({ name: 'a', kind: 'range', from: 3, to: 3, steps: 2, isLog: true, isWhole: false })
    const list = unitAxis({ name: 'b', kind: 'values', values: [7] })
    if (one.kind !== 'ordered' || list.kind !== 'ordered') throw new Error('expected axes with an order')
    expect([one.placeOf(3), one.valueAt(0.7), list.placeOf(7), list.valueAt(0.7)]).toEqual([0, 3, 0, 7])
  })
})
