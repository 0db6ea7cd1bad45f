import { z } from 'zod'
import { SETTLEMENTS_KEPT, SETTLEMENTS_MIN } from '../../engine/settlement-gate.js'

const positive = z.number().positive()
const shareOf = z.number().positive().max(100)
const percent = z.number().min(0).max(100)
const limit = positive.nullable()
/** null or absent: no such limit. */
const none = limit.default(null)

const secondsToEnd = z.number().nonnegative().max(31_536_000)
const VARIANT = /^[A-Z][A-Z0-9_]*$/

/**
 * One number, or one for each of the venue's variants. Long enough for a removal, its grace of 3 s and a clock that is 2 s off; a round of a
 * minute keeps most of its minute.
 */
const stopBeforeEnd = z
  .union([
    secondsToEnd,
    z
      .object({ default: secondsToEnd.default(10) })
      .catchall(secondsToEnd)
      .refine(limits => Object.keys(limits).every(name => name === 'default' || VARIANT.test(name)), {
        error: 'expected variants as the venue writes them, such as CRYPTO_UP_DOWN, or default',
      }),
  ])
  .default({ default: 10, CRYPTO_UP_DOWN: 5 })

/** Limits that a market may have for itself, in place of those of all. Absent: what stands there. */
const marketLimits = z.strictObject({
  positionMaxShares: limit.exactOptional(),
  positionMaxUsdt: limit.exactOptional(),
  worstCaseLossMaxUsdt: limit.exactOptional(),
  priceCollarTicks: limit.exactOptional(),
  stopBeforeEndSeconds: stopBeforeEnd.unwrap().exactOptional(),
})

/** The limits of a config, of one market each where nothing else is said. */
export const limitsSchema = z.strictObject({
  positionMaxShares: none,
  positionMaxUsdt: none,
  /** Of all markets together. */
  openNotionalMaxUsdt: none,
  worstCaseLossMaxUsdt: none,
  priceCollarTicks: none,
  orderMinUsdt: z.number().nonnegative().default(1),
  /** A book neither heard nor confirmed for this long is dark. */
  inputAgeMaxMs: positive.nullable().default(10_000),
  /** How far the clock of this computer may be from the venue's; beyond, nothing is opened. */
  clockOffsetMaxMs: positive.nullable().default(2_000),
  lossPerDayMaxUsdt: none,
  drawdownMaxUsdt: none,
  /** Of the equity at the start: that of the run's first mark, kept over a restart on the same UTC day. */
  lossPerDayMaxPercent: shareOf.nullable().default(10),
  drawdownMaxPercent: shareOf.nullable().default(10),
  /** Of the last fills that settled or failed: more that failed than this, and nothing is quoted any more. */
  settlementFailPercentMax: percent.nullable().default(20),
  settlementWindow: z.number().int().min(SETTLEMENTS_MIN).max(SETTLEMENTS_KEPT).default(50),
  /** A market is pulled this many seconds before its end and stays empty; 0 quotes it for as long as it trades. */
  stopBeforeEndSeconds: stopBeforeEnd,
  /** Stops a side of a market whose fills lose; null: none is stopped. */
  markout: z
    .strictObject({
      /** The least that a share may gain on average by the horizon, in ticks. */
      floorTicks: z.number().min(-10_000).max(10_000),
      windowFills: z.number().int().min(2).max(1_000).default(20),
      horizonSeconds: positive.max(3_600).default(30),
      stopSeconds: positive.max(604_800).default(600),
    })
    .nullable()
    .default(null),
  /** From this part of a limit on sizes shrink, and are 0 at the limit; null: they stop at the limit. */
  taperFromPercent: z.number().min(0).max(99).nullable().default(null),
  /** Of all markets together, beside `openNotionalMaxUsdt`. */
  account: z.strictObject({ positionMaxUsdt: none, worstCaseLossMaxUsdt: none }).prefault({}),
  /** Of each neg-risk group. */
  group: z
    .strictObject({
      worstCaseLossMaxUsdt: none,
      /** Whether the worst case counts that a whole group is voided, so that each share pays half a unit. */
      countsVoid: z.boolean().default(true),
    })
    .prefault({}),
  /** Of some markets by their ids. */
  markets: z.record(z.string(), marketLimits).default({}),
})

/** What the markets of one strategy may have at risk together, and in `perMarket` what each of them may. */
export const strategyLimitsSchema = z.strictObject({
  positionMaxUsdt: none,
  openNotionalMaxUsdt: none,
  worstCaseLossMaxUsdt: none,
  perMarket: marketLimits.default({}),
})
