import { z } from 'zod'
import { profileSchema } from './profile-schema.js'

const feeBps = z.number().int().min(0).max(9_999)
const milliseconds = z.number().nonnegative().max(3_600_000)
const quantiles = z.array(milliseconds).min(1).max(1_000)

/** Cash is counted in 1e-10 of a dollar, and sums of it must be exact in a double. */
export const FUND_MAX_USDT = 900_000

/**
 * One-way latency. A constant, or quantiles from the least to the greatest latency, from which values are drawn, or the round trips of a run: at
 * their recorded moments, or drawn from all of them by a seed.
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

/** The rules of a backtest beside its strategies and the desk's settings. Every field has a default. */
export const backtestTerms = z.strictObject({
  models: z.array(model).min(1).default(['pessimistic']),
  latency: latency.prefault({}),
  /** The rules of a venue. Absent: those that the recording names. */
  profile: profileSchema.optional(),
  /** Fee rates of takers and makers; the profile says how they are applied. Absent: the profile's rates, or the rates of the recording's markets. */
  fees: z.strictObject({ takerFeeBps: feeBps.optional(), makerFeeBps: feeBps.optional() }).prefault({}),
  /** The venue's delays and failures, apart from matching. */
  settlement: z
    .strictObject({
      delayMs: milliseconds.default(0),
      failPercent: z.number().min(0).max(100).default(0),
      seed: z.number().int().default(1),
    })
    .prefault({}),
  /** Rewards for resting orders. */
  rewards: z
    .strictObject({
      /** The value of a point; 0: points are counted and not paid. */
      usdtPerPoint: z.number().nonnegative().max(1_000_000).default(0),
      /** For every market, instead of the recording's terms. */
      terms: z
        .strictObject({
          /** In dollars from the mid price, on each side. */
          spreadMax: z.number().min(0.0001).max(0.5),
          sizeMinShares: z.number().nonnegative().max(1_000_000),
          /** The pool of one market. */
          pointsPerHour: z.number().positive().max(1_000_000),
        })
        .optional(),
    })
    .prefault({}),
  takerDelayMs: milliseconds.default(0),
  fundUsdt: z.number().positive().max(FUND_MAX_USDT).default(1_000),
})

export type BacktestTerms = z.output<typeof backtestTerms>

/** As written in a config: every field is optional. */
export type WrittenTerms = z.input<typeof backtestTerms>
