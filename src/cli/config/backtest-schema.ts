import { z } from 'zod'
import { PREDICT_LIMITS } from '../../model/call-limit.js'
import { backtestTerms } from './backtest-terms.js'
import { backtestRequote, configSchema } from './config-schema.js'
import { sweepSchema, walkForwardSchema } from './sweep-schema.js'

const { graceMs, decideEveryMs, makerOnly } = configSchema.shape
const { windows } = configSchema.shape.budget.unwrap().shape
/** A recording does not say how often its venue may be called: the default is what Predict.fun publishes. */
const budget = configSchema.shape.budget
  .unwrap()
  .extend({ windows: windows.unwrap().default(() => PREDICT_LIMITS.map(limit => ({ ...limit }))) })
  .prefault({})
const { shape } = configSchema.shape.limits.unwrap()
/**
 * The least order is the venue's, from a profile or the recording. A recording has no link that can die and no book that must be confirmed, so a
 * quiet book stays live by default. Limits that halt on losses are off unless the config sets them: a trial should show all of its losses.
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

/** The config of a backtest: which strategy runs over which recording. */
export const backtestSchema = z.strictObject({
  /** A file or a folder, relative to the config's folder. */
  recording: z.string().min(1),
  /** A built-in strategy, a file or a package. */
  strategy: z.string().min(1),
  parameters: z.record(z.string(), z.unknown()).default({}),
  /** All markets of the recording, or some by their ids. */
  markets: z.union([z.literal('all'), z.array(z.union([z.string().min(1), z.number().int()])).min(1)]).default('all'),
  ...backtestTerms.shape,
  limits,
  makerOnly,
  requote: backtestRequote.prefault({}),
  budget,
  graceMs,
  decideEveryMs,
  /** How `sweep` and `walk-forward` search. A single backtest ignores it. */
  sweep: sweepSchema.prefault({}),
  walkForward: walkForwardSchema.prefault({}),
})

export type BacktestConfig = z.output<typeof backtestSchema>
