import { expect, test } from 'vitest'
import { z } from 'zod'
import { describedParameters } from '../../../src/cli/config/described-parameters.js'
import { unitOf } from '../../../src/cli/config/unit-of.js'

test('describes parameters by their schema: type, default, unit, range and words', () => {
  const schema = z.strictObject({
    sizeShares: z.number().positive().default(20).describe('size of each quote'),
    levels: z.int().min(1).max(5),
    mode: z.enum(['paper', 'practical']).default('paper'),
    capUsdt: z.number().nonnegative().nullable().default(null),
    reference: z.string().optional(),
    nearEnd: z.strictObject({ seconds: z.number().max(60), isOn: z.boolean().default(true) }).prefault({ seconds: 5 }),
    weights: z.array(z.number()).default([1, 2]),
    bands: z.array(z.strictObject({ a: z.number() })).default([]),
    odd: z.number().meta({ unit: 'furlongs' }).default(1),
  })
  expect(describedParameters(schema)).toEqual([
    described({
      name: 'sizeShares',
      type: 'number',
      default: 20,
      unit: 'shares',
      range: 'above 0',
      description: 'size of each quote',
    }),
    described({ name: 'levels', type: 'whole number', isRequired: true, range: '1 to 5' }),
    described({ name: 'mode', type: '"paper" or "practical"', default: 'paper' }),
    described({ name: 'capUsdt', type: 'number or null', default: null, unit: 'USDT', range: 'at least 0' }),
    described({ name: 'reference', type: 'text' }),
    described({ name: 'nearEnd.seconds', type: 'number', isRequired: true, unit: 's', range: 'at most 60' }),
    described({ name: 'nearEnd.isOn', type: 'true or false', default: true }),
    described({ name: 'weights', type: 'list of number', default: [1, 2] }),
    described({ name: 'bands', type: 'list of fields', default: [] }),
    described({ name: 'odd', type: 'number', default: 1, unit: 'furlongs' }),
  ])
})

const described = (of: object): object => ({ isRequired: false, unit: null, range: null, description: null, ...of })

test.each([
  ['halfSpreadTicks', 'ticks'],
  ['orderLifeSeconds', 's'],
  ['usdtPerPoint', 'USDT per point'],
  ['fillsPerMinute', 'per minute'],
  ['windowMs', 'ms'],
  ['feeBps', 'basis points'],
  ['nearEnd.widthPercent', '%'],
  ['volatilityMinTicksPerRootSecond', 'ticks per root second'],
  ['fillDecayPerDollar', 'per dollar'],
  ['gamma', null],
  ['items', null],
])('reads the unit of %s as %s', (name, unit) => {
  expect(unitOf(name)).toBe(unit)
})
