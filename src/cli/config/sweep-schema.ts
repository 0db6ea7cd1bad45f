import { z } from 'zod'
import { RANKINGS } from '../../../backtest/sweep/rank.js'

const value = z.union([z.number(), z.string(), z.boolean()])

/** Values are multiples of `step`. Without `step`, a grid uses `steps` values and a random search any value between. */
const range = z.strictObject({
  from: z.number(),
  to: z.number(),
  step: z.number().positive().optional(),
  steps: z.number().int().min(2).max(1_000).default(5),
  scale: z.enum(['linear', 'log']).default('linear'),
})

/** `schema` uses the bounds of the strategy's own schema. */
const axis = z.union([z.literal('schema'), z.array(value).min(1).max(1_000), range])

/** How parameters are searched. */
export const sweepSchema = z
  .strictObject({
    /** Parameters to vary. Absent: every parameter that the config does not set. */
    parameters: z.record(z.string(), axis).optional(),
    /** Number of randomly drawn points, instead of the whole grid. */
    random: z.number().int().positive().max(100_000).optional(),
    /** Number of points of a sequential search, which chooses each batch by the results of earlier ones. */
    sequential: z.number().int().positive().max(10_000).optional(),
    /** Batch size of a sequential search, whatever the number of threads. */
    batch: z.number().int().min(1).max(256).default(8),
    seed: z.number().int().default(1),
    rankBy: z.enum(RANKINGS).default('profit'),
    /** Number of best trials that get a whole report each. */
    reports: z.number().int().min(0).max(20).default(1),
  })
  .refine(
    ({ random, sequential }) => random === undefined || sequential === undefined,
    'expected random or sequential, found both',
  )

/** How the recorded events are split. */
export const walkForwardSchema = z.strictObject({
  folds: z.number().int().min(1).max(100).default(4),
  /** Number of blocks of events before the tested one that are used for training; absent: all. */
  trainBlocks: z.number().int().positive().max(100).optional(),
  /** Time left out between training and test. */
  embargoSeconds: z.number().nonnegative().max(31_536_000).default(0),
})

export type AxisConfig = z.output<typeof axis>
export type RangeConfig = z.output<typeof range>
