import { describe, expect, test } from 'vitest'
import { DRAWN_FIRST, nextPoints, type TriedPoint } from '../../../backtest/search/tree-parzen.js'
import { type Axis, type Point, randomPoints } from '../../../backtest/sweep/space.js'

const range = (name: string, from: number, to: number, rest: Partial<Axis> = {}): Axis =>
  ({ name, kind: 'range', from, to, steps: 5, isLog: false, isWhole: false, ...rest }) as Axis

/** A function to be made small. */
interface Valley {
  readonly axes: readonly Axis[]
  readonly least: number
  /** Null: nothing came of it. */
  readonly height: (at: (name: string) => number, point: Point) => number | null
}

/** Three equal valleys (Branin, 1972). */
const BRANIN: Valley = {
  axes: [range('x', -5, 10), range('y', 0, 15)],
  least: 0.397_887,
  height: at => {
    const bend = at('y') - (5.1 / (4 * Math.PI ** 2)) * at('x') ** 2 + (5 / Math.PI) * at('x') - 6
    return bend ** 2 + 10 * (1 - 1 / (8 * Math.PI)) * Math.cos(at('x')) + 10
  },
}

/** One narrow, bent valley (Rosenbrock, 1960), in four dimensions. */
const ROSENBROCK: Valley = {
  axes: ['a', 'b', 'c', 'd'].map(name => range(name, -2, 2)),
  least: 0,
  height: at =>
    [['a', 'b'] as const, ['b', 'c'] as const, ['c', 'd'] as const].reduce(
      (sum, [one, next]) => sum + 100 * (at(next) - at(one) ** 2) ** 2 + (1 - at(one)) ** 2,
      0,
    ),
}

const RULES = { plain: { cost: 0, best: 0.2 }, wide: { cost: 0.3, best: 0.7 }, late: { cost: 0.8, best: 0.4 } }

/** A whole number, a logarithmic one, a rule that moves the optimum of another axis, and a switch. */
const MIXED: Valley = {
  axes: [
    range('weight', 0, 1),
    range('rungs', 1, 20, { isWhole: true }),
    range('scale', 0.001, 10, { isLog: true }),
    { name: 'rule', kind: 'values', values: Object.keys(RULES) },
    { name: 'isBold', kind: 'values', values: [false, true] },
  ],
  least: 0,
  height: (at, { rule, isBold }) => {
    const { cost, best } = RULES[rule as keyof typeof RULES]
    const off = 4 * (at('weight') - best) ** 2 + ((at('rungs') - 7) / 10) ** 2 + (Math.log10(at('scale')) + 1) ** 2 / 4
    return off + cost + (isBold === true ? 0 : 0.5 * at('weight'))
  },
}

/** Nothing comes of three fifths of it. */
const HALF_DEAD: Valley = {
  axes: [range('a', 0, 10), range('b', 0, 10), range('c', 0, 10)],
  least: 0,
  height: at => (at('a') > 4 ? null : (at('a') - 3) ** 2 + (at('b') - 2) ** 2 / 2 + (at('c') - 8) ** 2 / 4),
}

const heightAt = ({ height }: Valley, point: Point): number | null => height(name => Number(point[name]), point)

const claimOnce = (): ((point: Point) => boolean) => {
  const claimed = new Set<string>()
  return point => claimed.size < claimed.add(JSON.stringify(point)).size
}

interface Search {
  readonly seed: number
  readonly trials: number
  readonly batch: number
}

function searched(valley: Valley, { seed, trials, batch }: Search): readonly TriedPoint[] {
  const space = { axes: valley.axes, seed, claim: claimOnce() }
  const tried: TriedPoint[] = []
  while (tried.length < trials) {
    const points = nextPoints(space, tried, Math.min(batch, trials - tried.length))
    if (points.length === 0) break
    for (const point of points) {
      const height = heightAt(valley, point)
      tried.push({ point, score: height === null ? null : -height })
    }
  }
  return tried
}

const above = ({ least }: Valley, scores: readonly (number | null)[]): number =>
  -Math.max(...scores.map(score => score ?? -Infinity)) - least

function atRandom(valley: Valley, { seed, trials }: Search): number {
  const scores: (number | null)[] = []
  for (const point of randomPoints(valley.axes, seed)) {
    if (scores.length === trials) break
    const height = heightAt(valley, point)
    scores.push(height === null ? null : -height)
  }
  return above(valley, scores)
}

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const SEEDS = Array.from({ length: 12 }, (_, at) => at + 1)

/** Of one valley, over all seeds: how far above the least each search ended in the middle, and how often the sequential one was nearer. */
function compared(valley: Valley, trials: number) {
  const sequential = SEEDS.map(seed => {
    const tried = searched(valley, { seed, trials, batch: 8 })
    return above(
      valley,
      tried.map(({ score }) => score),
    )
  })
  const random = SEEDS.map(seed => atRandom(valley, { seed, trials, batch: 8 }))
  return {
    sequential: middle(sequential),
    random: middle(random),
    wins: sequential.filter((end, at) => end < (random[at] ?? 0)).length,
  }
}

describe('at equal trials it ends nearer to the optimum than a random search', () => {
  test.each([
    { name: 'of Branin’s function', valley: BRANIN, part: 0.3, wins: 8 },
    { name: 'of Rosenbrock’s function in four dimensions', valley: ROSENBROCK, part: 0.2, wins: 10 },
    { name: 'of a function of numbers, whole numbers, rules and switches', valley: MIXED, part: 0.15, wins: 10 },
    { name: 'of a space whose greater part is dead', valley: HALF_DEAD, part: 0.15, wins: 10 },
  ])('$name', ({ valley, part, wins }) => {
    const found = compared(valley, 80)
    expect(found.sequential, JSON.stringify(found)).toBeLessThan(part * found.random)
    expect(found.wins, JSON.stringify(found)).toBeGreaterThanOrEqual(wins)
  })
})

describe('what it tries', () => {
  test('begins as the random search of the same seed, and is the same again for the same results', () => {
    const first = searched(MIXED, { seed: 4, trials: 40, batch: 8 })
    expect(searched(MIXED, { seed: 4, trials: 40, batch: 8 })).toEqual(first)
    const points = first.map(({ point }) => point)
    const drawn = randomPoints(MIXED.axes, 4)
    expect(points.slice(0, DRAWN_FIRST)).toEqual(Array.from({ length: DRAWN_FIRST }, () => drawn.next().value))
    expect(searched(MIXED, { seed: 5, trials: 40, batch: 8 })).not.toEqual(first)
  })

  test('of more trials begins with the fewer, even where a batch was cut short', () => {
    const many = searched(ROSENBROCK, { seed: 2, trials: 50, batch: 8 })
    expect(many.slice(0, 29)).toEqual(searched(ROSENBROCK, { seed: 2, trials: 29, batch: 8 }))
  })

  test('keeps apart within a batch', () => {
    const tried = searched(BRANIN, { seed: 1, trials: 40, batch: 8 })
    const batch = nextPoints({ axes: BRANIN.axes, seed: 1, claim: claimOnce() }, tried, 8)
    const gaps = batch.flatMap((one, at) =>
      batch
        .slice(at + 1)
        .map(other => Math.hypot(Number(one['x']) - Number(other['x']), Number(one['y']) - Number(other['y']))),
    )
    expect(Math.min(...gaps)).toBeGreaterThan(0.05)
  })

  test('is each another point inside its range, and ends where a small space is used up', () => {
    const small: Valley = {
      axes: [
        { name: 'a', kind: 'values', values: [3, 1, 2] },
        { name: 'b', kind: 'values', values: ['x', 'y'] },
        range('c', 1, 4, { isWhole: true }),
      ],
      least: 0,
      height: at => at('a') + at('c'),
    }
    const tried = searched(small, { seed: 1, trials: 100, batch: 8 })
    expect(tried).toHaveLength(24)
    expect(new Set(tried.map(({ point }) => JSON.stringify(point))).size).toBe(24)
    for (const { point } of tried) {
      expect([1, 2, 3]).toContain(point['a'])
      expect([1, 2, 3, 4]).toContain(point['c'])
    }
  })

  test('goes on where nothing came of anything, and away from what was tried', () => {
    const dead: Valley = { ...BRANIN, height: () => null }
    const tried = searched(dead, { seed: 1, trials: 40, batch: 8 })
    expect(tried).toHaveLength(40)
  })
})
