import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Axis } from '../../../backtest/sweep/space.js'
import { loadSource } from '../../../src/cli/config/config.js'
import { loadSearch } from '../../../src/cli/search/load-search.js'
import { sweepAxes } from '../../../src/cli/search/sweep-axes.js'
import { type SweepPoints, sweepPoints } from '../../../src/cli/search/sweep-points.js'
import { inFolder } from '../../end-to-end/daemon.js'

const STRATEGY = `import { pull, z } from 'oddsmith'
export const strategy = {
  name: 'many', version: 1, watches: 'touch',
  parameters: z.strictObject({
    bounded: z.number().min(0).max(8).default(4),
    open: z.number().positive().default(10),
    low: z.number().min(8).default(10),
    count: z.int().gt(0).lt(4).default(1),
    rule: z.enum(['slow', 'fast']).default('slow'),
    isBold: z.boolean().default(false),
    label: z.string().default('x'),
    none: z.number().default(0),
  }).refine(({ bounded, open }) => bounded < open, 'bounded must be below open'),
  create: () => ({ decide: () => pull('never') }),
}`

const setup = (lines: readonly string[]) =>
  inFolder(folder => {
    const file = join(folder, 'try.yaml')
    writeFileSync(join(folder, 'many.ts'), STRATEGY)
    writeFileSync(file, ['recording: ./nowhere', 'strategy: ./many.ts', ...lines].join('\n'))
    return loadSearch(loadSource(file), {})
  })

const axesOf = async (lines: readonly string[]): Promise<Readonly<Record<string, unknown>>> =>
  Object.fromEntries(sweepAxes(await setup(lines)).map(({ name, ...axis }: Axis) => [name, axis]))

const range = { kind: 'range', steps: 5, isLog: false, isWhole: false }

describe('the space of a search', () => {
  test('is the bounds of the schema, and half to twice a number that has none', async () => {
    expect(await axesOf([])).toEqual({
      bounded: { ...range, from: 0, to: 8 },
      open: { ...range, from: 5, to: 20, steps: 3, isLog: true },
      low: { ...range, from: 8, to: 20, steps: 3, isLog: true },
      count: { ...range, from: 1, to: 3, isWhole: true },
      rule: { kind: 'values', values: ['slow', 'fast'] },
      isBold: { kind: 'values', values: [false, true] },
    })
  })

  test('leaves alone what the config sets', async () => {
    const lines = ['parameters: { bounded: 1, low: 9, count: 1, rule: fast, isBold: true }']
    expect(Object.keys(await axesOf(lines))).toEqual(['open'])
  })

  test('is what the config narrows it to: lists, ranges, steps, and bounds of the schema by name', async () => {
    const lines = [
      'parameters: { open: 12 }',
      'sweep:',
      '  parameters:',
      '    bounded: { from: 0, to: 1, step: 0.1 }',
      '    open: [8, 9, 9]',
      '    low: { from: 8, to: 80, steps: 4, scale: log }',
      '    rule: schema',
    ]
    expect(await axesOf(lines)).toEqual({
      bounded: { kind: 'values', values: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1] },
      open: { kind: 'values', values: [8, 9] },
      low: { ...range, from: 8, to: 80, steps: 4, isLog: true },
      rule: { kind: 'values', values: ['slow', 'fast'] },
    })
  })

  test('counts its steps in decimals, however small they are beside the ends', async () => {
    const lines = ['sweep:', '  parameters:', '    open: { from: 1000000, to: 1000000.0000003, step: 0.0000001 }']
    const values = [1_000_000, 1_000_000.000_000_1, 1_000_000.000_000_2, 1_000_000.000_000_3]
    expect(await axesOf(lines)).toEqual({ open: { kind: 'values', values } })
  })

  test('a parameter or a value that the strategy does not take is refused with its line', async () => {
    await expect(axesOf(['sweep:', '  parameters:', '    bonded: [1]'])).rejects.toThrow(
      /try\.yaml:5: sweep\.parameters\.bonded: the strategy has no such parameter; did you mean "bounded"\?/,
    )
    await expect(axesOf(['sweep:', '  parameters:', '    bounded: [1, 9]'])).rejects.toThrow(/does not take 9/)
    await expect(axesOf(['sweep: { parameters: { label: schema } }'])).rejects.toThrow(/no bounds; list values/)
    await expect(axesOf(['sweep: { parameters: { open: { from: 1 } } }'])).rejects.toThrow(/try\.yaml:3/)
    await expect(axesOf(['sweep: { parameters: { open: { from: 1, to: 1e9, step: 1e-9 } } }'])).rejects.toThrow(
      /try\.yaml:3: sweep\.parameters\.open\.step: makes 9[\d,]{22} values of it, more than 1,000/,
    )
    await expect(axesOf(['sweep: { parameters: { bounded: { from: 4, to: 0, scale: log } } }'])).rejects.toThrow(
      'try.yaml:3: sweep.parameters.bounded.scale: a logarithmic scale needs two ends above 0, found 0',
    )
  })
})

/** What a search tries where nothing comes of anything. */
function walked(search: SweepPoints) {
  const batches = search.begin()
  const points: Readonly<Record<string, unknown>>[] = []
  const sizes: number[] = []
  for (let step = batches.next([]); step.done !== true; step = batches.next([])) {
    points.push(...step.value)
    sizes.push(step.value.length)
  }
  return { points, batches: sizes, refused: search.refused, warnings: search.warnings }
}

describe('its points', () => {
  test('leave out combinations that the strategy refuses, and count them', async () => {
    const own = await setup(['sweep: { parameters: { bounded: [1, 6], open: [5, 7] } }'])
    const { points, refused } = walked(sweepPoints(own, sweepAxes(own)))
    expect(points).toEqual([
      { bounded: 1, open: 5 },
      { bounded: 1, open: 7 },
      { bounded: 6, open: 7 },
    ])
    expect(refused).toBe(1)
  })

  test('are each another one, however many are drawn from a small space', async () => {
    const own = await setup(['sweep: { random: 50, seed: 3, parameters: { bounded: [1, 2], rule: schema } }'])
    const { points, warnings } = walked(sweepPoints(own, sweepAxes(own)))
    expect(warnings).toEqual(['50 points were asked for, and the space gave 4 different ones'])
    expect(new Set(points.map(point => JSON.stringify(point))).size).toBe(4)
    expect(points).toHaveLength(4)
  })

  test('of a sequential search come in batches, the first as a random search has them, and each is another one', async () => {
    const axes = ['parameters: { bounded: schema, rule: schema }']
    const own = await setup([`sweep: { sequential: 30, batch: 4, seed: 3, ${axes.join('')} }`])
    const random = await setup([`sweep: { random: 16, seed: 3, ${axes.join('')} }`])
    const search = sweepPoints(own, sweepAxes(own))
    expect(search).toMatchObject({ kind: 'sequential', count: 30, blind: 16 })
    const { points, batches } = walked(search)
    expect(batches).toEqual([4, 4, 4, 4, 4, 4, 4, 2])
    expect(points.slice(0, 16)).toEqual(walked(sweepPoints(random, sweepAxes(random))).points)
    expect(new Set(points.map(point => JSON.stringify(point))).size).toBe(30)
  })

  test('of a sequential search end where the space is used up, and leave out what the strategy refuses', async () => {
    const own = await setup(['sweep: { sequential: 40, parameters: { bounded: [1, 6], open: [5, 7], rule: schema } }'])
    const { points, refused, warnings } = walked(sweepPoints(own, sweepAxes(own)))
    expect(points).toHaveLength(6)
    expect(refused).toBe(2)
    expect(warnings).toEqual(['40 points were asked for, and the space gave 6 different ones'])
    await expect(setup(['sweep: { sequential: 4, random: 4 }'])).rejects.toThrow(
      /try\.yaml:3: sweep: expected random or sequential, found both/,
    )
    const none = await setup(['sweep: { sequential: 4, parameters: { bounded: [8], open: [5] } }'])
    expect(() => sweepPoints(none, sweepAxes(none))).toThrow(/refuses all 1/)
  })

  test('are refused where there are too many, or none', async () => {
    const many = await setup([
      'sweep: { parameters: { bounded: { from: 0, to: 8, steps: 1000 }, open: { from: 9, to: 20, steps: 1000 } } }',
    ])
    expect(() => sweepPoints(many, sweepAxes(many))).toThrow(/1,000,000 points.*random/)
    const none = await setup(['sweep: { parameters: { bounded: [8], open: [5] } }'])
    expect(() => sweepPoints(none, sweepAxes(none))).toThrow(/refuses all 1/)
  })
})
