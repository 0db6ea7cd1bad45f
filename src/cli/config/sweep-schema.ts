import { z } from 'zod'
import { RANKINGS } from '../../../backtest/sweep/rank.js'

const value = z.union([z.number(), z.string(), z.boolean()])

/** Every value is on the grid; without `step` a grid takes `steps` of them and a random search any between. */
const range = z.strictObject({
  from: z.number(),
  to: z.number(),
  step: z.number().positive().optional(),
  steps: z.number().int().min(2).max(1_000).default(5),
  scale: z.enum(['linear', 'log']).default('linear'),
})

/** `schema` means the bounds that the strategy itself gives. */
const axis = z.union([z.literal('schema'), z.array(value).min(1).max(1_000), range])

/** How parameters are searched. */
export const sweepSchema = z
  .strictObject({
    /** What is varied; without it every parameter that the config does not set. */
    parameters: z.record(z.string(), axis).optional(),
    /** The number of points that are drawn, instead of the whole grid. */
    random: z.number().int().positive().max(100_000).optional(),
    /** The number of points that are tried batch by batch, each batch chosen by what came of those before. */
    sequential: z.number().int().positive().max(10_000).optional(),
    /** How many trials of a sequential search are chosen at a time, whatever the number of threads. */
    batch: z.number().int().min(1).max(256).default(8),
    seed: z.number().int().default(1),
    rankBy: z.enum(RANKINGS).default('profit'),
    /** How many of the best trials get a whole report each. */
    reports: z.number().int().min(0).max(20).default(1),
  })
  .refine(
    ({ random, sequential }) => random === undefined || sequential === undefined,
    'expected random or sequential, found both',
  )

/** How recorded events are split. */
export const walkForwardSchema = z.strictObject({
  folds: z.number().int().min(1).max(100).default(4),
  /** How many blocks of events before the tested one are used for training; absent: all. */
  trainBlocks: z.number().int().positive().max(100).optional(),
  /** Left out between the end of what was chosen on and the beginning of what is tested. */
  embargoSeconds: z.number().nonnegative().max(31_536_000).default(0),
})

export type AxisConfig = z.output<typeof axis>
export type RangeConfig = z.output<typeof range>
