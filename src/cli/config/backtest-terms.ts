import { z } from 'zod'
import { profileSchema } from './profile-schema.js'

const feeBps = z.number().int().min(0).max(9_999)
const milliseconds = z.number().nonnegative().max(3_600_000)
const quantiles = z.array(milliseconds).min(1).max(1_000)

/** Cash is counted in whole 1e-10 of a dollar, and a sum of it has to be exact in a double. */
export const FUND_MAX_USDT = 900_000

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

/** What a backtest goes by beside strategies and a desk's settings. Every field has a default. */
export const backtestTerms = z.strictObject({
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
  fundUsdt: z.number().positive().max(FUND_MAX_USDT).default(1_000),
})

export type BacktestTerms = z.output<typeof backtestTerms>

/** As a person writes them: every field may be left out. */
export type WrittenTerms = z.input<typeof backtestTerms>
