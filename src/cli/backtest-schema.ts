import { z } from 'zod'
import { PREDICT_LIMITS } from '../model/call-limit.js'
import { backtestRequote, configSchema } from './config-schema.js'
import { profileSchema } from './profile-schema.js'
import { sweepSchema, walkForwardSchema } from './sweep-schema.js'

const { graceMs, decideEveryMs } = configSchema.shape
const { windows } = configSchema.shape.budget.unwrap().shape
/** A recording does not say how often its venue may be called. */
const budget = configSchema.shape.budget
  .unwrap()
  .extend({ windows: windows.unwrap().default(() => PREDICT_LIMITS.map(limit => ({ ...limit }))) })
  .prefault({})
const { shape } = configSchema.shape.limits.unwrap()
/**
 * The least order is the venue's, which a profile or the recording tells. A recording has no link that can die and no book that must be confirmed, so a book may be quiet there for as long as it was. And what keeps a
 * wallet from more losses is off unless it is asked for: a trial is to show all that it would have lost.
 */
const limits = configSchema.shape.limits
  .unwrap()
  .extend({
    orderMinUsdt: shape.orderMinUsdt.unwrap().default(0),
    inputAgeMaxMs: z.number().positive().nullable().default(null),
    lossPerDayMaxPercent: shape.lossPerDayMaxPercent.unwrap().default(null),
    drawdownMaxPercent: shape.drawdownMaxPercent.unwrap().default(null),
    settlementFailPercentMax: shape.settlementFailPercentMax.unwrap().default(null),
    stopBeforeEndSeconds: shape.stopBeforeEndSeconds.unwrap().default(0),
  })
  .prefault({})
const feeBps = z.number().int().min(0).max(9_999)
const milliseconds = z.number().nonnegative().max(3_600_000)
const quantiles = z.array(milliseconds).min(1).max(1_000)

/**
 * One way each: constant, or quantiles from the least to the most that latencies are drawn from, or the round trips of a run, at their moments
 * or, with a seed, drawn from all of them.
 */
const latency = z.union([
  z.strictObject({
    feedMs: milliseconds.default(0),
    entryMs: milliseconds.default(50),
    answerMs: milliseconds.default(50),
  }),
  z.strictObject({ seed: z.number().int(), feedMs: quantiles, entryMs: quantiles, answerMs: quantiles }),
  z.strictObject({ journal: z.string().min(1), feedMs: milliseconds.default(0), seed: z.number().int().optional() }),
])

const model = z.enum(['pessimistic', 'probabilistic', 'optimistic'])
export const MODELS = model.options

/** What a person writes to say what shall be tried over which recording. */
export const backtestSchema = z.strictObject({
  /** A file or a folder, seen from the config's folder. */
  recording: z.string().min(1),
  /** A built-in one, a file or a package. */
  strategy: z.string().min(1),
  parameters: z.record(z.string(), z.unknown()).default({}),
  /** All of the recording, or some by their ids. */
  markets: z.union([z.literal('all'), z.array(z.union([z.string().min(1), z.number().int()])).min(1)]).default('all'),
  models: z.array(model).min(1).default(['pessimistic']),
  latency: latency.prefault({}),
  /** The rules of a venue; without it those that the recording names. */
  profile: profileSchema.optional(),
  /** What takers and makers pay, in whatever way the profile says; without it the profile's rates, or what the recording says of its markets. */
  fees: z.strictObject({ takerFeeBps: feeBps.optional(), makerFeeBps: feeBps.optional() }).prefault({}),
  /** What the venue does beside matching. */
  settlement: z
    .strictObject({
      delayMs: milliseconds.default(0),
      failPercent: z.number().min(0).max(100).default(0),
      seed: z.number().int().default(1),
    })
    .prefault({}),
  /** What resting orders are paid for. */
  rewards: z
    .strictObject({
      /** What a point is worth; 0: points are counted, not paid. */
      usdtPerPoint: z.number().nonnegative().max(1_000_000).default(0),
      /** Of every market, instead of what the recording says. */
      terms: z
        .strictObject({
          /** In dollars from the middle, on each side. */
          spreadMax: z.number().min(0.0001).max(0.5),
          sizeMinShares: z.number().nonnegative().max(1_000_000),
          /** The pool of a market. */
          pointsPerHour: z.number().positive().max(1_000_000),
        })
        .optional(),
    })
    .prefault({}),
  takerDelayMs: milliseconds.default(0),
  fundUsdt: z.number().positive().max(900_000).default(1_000),
  limits,
  requote: backtestRequote.prefault({}),
  budget,
  graceMs,
  decideEveryMs,
  /** How `sweep` and `walk-forward` search; no part of any one backtest. */
  sweep: sweepSchema.prefault({}),
  walkForward: walkForwardSchema.prefault({}),
})

export type BacktestConfig = z.output<typeof backtestSchema>
