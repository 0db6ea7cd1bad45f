import { z } from 'zod'
import { SETTLEMENTS_KEPT, SETTLEMENTS_MIN } from '../../engine/settlement-gate.js'
import { EXACT_MAX_USDT } from '../../engine/units.js'

const positive = z.number().positive()
const shareOf = z.number().positive().max(100)
const percent = z.number().min(0).max(100)
const limit = positive.nullable()
/** null or absent disables the limit. */
const none = limit.default(null)

const secondsToEnd = z.number().nonnegative().max(31_536_000)
const VARIANT = /^[A-Z][A-Z0-9_]*$/

/**
 * One number, or one for each of the venue's variants. The default is long enough for a removal, its grace of 3 s and a clock that is 2 s off, and
 * leaves most of a one-minute round.
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

/** A price of YES. */
const price = z.number().gt(0).lt(1).nullable()

/** Feeds pass an unchanged value on once a second, so the age of a good reference is above a second now and then. */
const referenceAge = z.number().min(2_000).max(86_400_000).nullable()

/** Limits that one market may have instead of the general ones. Absent: the general limit. */
const marketLimits = z.strictObject({
  positionMaxShares: limit.exactOptional(),
  positionMaxUsdt: limit.exactOptional(),
  worstCaseLossMaxUsdt: limit.exactOptional(),
  priceCollarTicks: limit.exactOptional(),
  priceMin: price.exactOptional(),
  priceMax: price.exactOptional(),
  referenceAgeMaxMs: referenceAge.exactOptional(),
  stopBeforeEndSeconds: stopBeforeEnd.unwrap().exactOptional(),
})

/** The limits of a config; each is for one market unless its comment says otherwise. */
export const limitsSchema = z.strictObject({
  positionMaxShares: none,
  positionMaxUsdt: none,
  /** For all markets together. */
  openNotionalMaxUsdt: none,
  worstCaseLossMaxUsdt: none,
  priceCollarTicks: none,
  /** Below and above these prices of YES, only orders that lower the position are placed. */
  priceMin: price.default(null),
  priceMax: price.default(null),
  orderMinUsdt: z.number().nonnegative().max(EXACT_MAX_USDT).default(1),
  /** A book is dark if it was neither received nor confirmed for this long. */
  inputAgeMaxMs: positive.nullable().default(10_000),
  /** A market is pulled if the newest value of a reference that its strategy declares is older, or has not come. */
  referenceAgeMaxMs: referenceAge.default(null),
  /** The greatest difference between this computer's clock and the venue's; beyond it, no orders are placed. */
  clockOffsetMaxMs: positive.nullable().default(2_000),
  lossPerDayMaxUsdt: none,
  drawdownMaxUsdt: none,
  /** In per cent of the equity at the start: at the run's first mark, kept over restarts on the same UTC day. */
  lossPerDayMaxPercent: shareOf.nullable().default(10),
  drawdownMaxPercent: shareOf.nullable().default(10),
  /** Per cent of the last settled or failed fills; if more than this failed, quoting stops. */
  settlementFailPercentMax: percent.nullable().default(20),
  settlementWindow: z.number().int().min(SETTLEMENTS_MIN).max(SETTLEMENTS_KEPT).default(50),
  /** A market is pulled this many seconds before its end and is not quoted again; 0: it is quoted as long as it trades. */
  stopBeforeEndSeconds: stopBeforeEnd,
  /** Stops a side of a market whose fills lose; null disables it. */
  markout: z
    .strictObject({
      /** The least average gain of a share by the horizon, in ticks. */
      floorTicks: z.number().min(-10_000).max(10_000),
      windowFills: z.number().int().min(2).max(1_000).default(20),
      horizonSeconds: positive.max(3_600).default(30),
      stopSeconds: positive.max(604_800).default(600),
    })
    .nullable()
    .default(null),
  /** Above this percentage of a limit, sizes shrink, down to 0 at the limit; null: full size up to the limit. */
  taperFromPercent: z.number().min(0).max(99).nullable().default(null),
  /** For all markets together, beside `openNotionalMaxUsdt`. */
  account: z.strictObject({ positionMaxUsdt: none, worstCaseLossMaxUsdt: none }).prefault({}),
  /** For each neg-risk group. */
  group: z
    .strictObject({
      worstCaseLossMaxUsdt: none,
      /** True: the worst case includes that the venue voids a whole group, so that each share pays half a unit. */
      countsVoid: z.boolean().default(true),
    })
    .prefault({}),
  /** For some markets, by their ids. */
  markets: z.record(z.string(), marketLimits).default({}),
})

/** Limits of the markets of one strategy together, and in `perMarket` those of each of them. */
export const strategyLimitsSchema = z.strictObject({
  positionMaxUsdt: none,
  openNotionalMaxUsdt: none,
  worstCaseLossMaxUsdt: none,
  perMarket: marketLimits.default({}),
})
