import { z } from 'zod'
import { Size } from '../model/money.js'

const someTerms = z.strictObject({
  startSeconds: z
    .number()
    .min(0)
    .max(2_592_000)
    .exactOptional()
    .describe('how long before the end width, size and loss begin to change, in seconds; 0 leaves them as they are'),
  widthFactorAtEnd: z.number().min(1).max(100).exactOptional().describe('what the width is multiplied by at the end'),
  sizeFactorAtEnd: z.number().min(0).max(1).exactOptional().describe('what sizes are multiplied by at the end'),
  jumpLossMaxUsdt: z
    .number()
    .min(0)
    .max(900_000)
    .exactOptional()
    .describe('largest loss if the price jumps to its worse end, in USDT; it shrinks as the sizes do'),
  reduceOnlySeconds: z
    .number()
    .min(0)
    .max(2_592_000)
    .exactOptional()
    .describe('how long before the end only what lowers the position is quoted, in seconds; 0 switches that off'),
})

/** How quoting changes towards the end of a market. */
type NearEndTerms = Required<z.output<typeof someTerms>>

/** Defaults: cautious, because the last prints before a result are the most costly ones. */
const DEFAULT: NearEndTerms = {
  startSeconds: 1_800,
  widthFactorAtEnd: 3,
  sizeFactorAtEnd: 0.25,
  jumpLossMaxUsdt: 25,
  reduceOnlySeconds: 120,
}

/** The end of a match is a planned time, and its price jumps to the result before that. */
const MATCH: NearEndTerms = { ...DEFAULT, startSeconds: 3_600, reduceOnlySeconds: 600 }

const BY_VARIANT: Readonly<Record<string, NearEndTerms>> = {
  // A round may last a minute, and its price is known from outside until the last second.
  CRYPTO_UP_DOWN: { ...DEFAULT, startSeconds: 30, widthFactorAtEnd: 2, sizeFactorAtEnd: 0.5, reduceOnlySeconds: 10 },
  SPORTS_MATCH: MATCH,
  SPORTS_TEAM_MATCH: MATCH,
  SPORTS_PROPS: MATCH,
  ESPORTS_LOL: MATCH,
  ESPORTS_CS2: MATCH,
}

/**
 * Parameters of the schedule near the end, for a strategy's own schema: `nearEnd: nearEndParameters`. Defaults depend on the market's variant at the
 * venue; `variants` sets fields for one variant only and has priority.
 */
export const nearEndParameters = someTerms
  .extend({
    variants: z
      .record(z.string(), someTerms)
      .default({})
      .describe('the same fields for single variants of the venue, such as CRYPTO_UP_DOWN'),
  })
  .prefault({})
  .describe('how quotes grow wider and smaller towards the end of a market; defaults by its variant')

/** What `nearEndParameters` makes of a strategy's `nearEnd`. */
export type NearEndParameters = z.output<typeof nearEndParameters>

/** State of a market. */
export interface NearEndStand {
  /** Until the market's end; null: it has none, and the schedule changes nothing. */
  readonly secondsLeft: number | null
  readonly variant?: string | null | undefined
  /** Net position, YES minus NO, in millionths of a share. */
  readonly net: number
  /** Of YES, in 1/10,000; may be fractional. */
  readonly price: number
}

/** What the schedule asks for. */
export interface NearEnd {
  /** Factor for a quote's distance from the fair price; 1 or more. */
  readonly widthFactor: number
  /** Factor for its size; 1 or less. */
  readonly sizeFactor: number
  /** True: only quotes that reduce the position are allowed; the two sizes below include that. */
  readonly isReduceOnly: boolean
  /** Largest total size of all bids, and of all asks, in millionths of a share. */
  readonly bidSizeMax: Size
  readonly askSizeMax: Size
}

/**
 * The common schedule near the end of a market. From `startSeconds` on, the factors move linearly to their final values, and the position is limited
 * by its loss if the price jumps: q · max(p, 1 − p) may be at most `jumpLossMaxUsdt` times the size factor, because near a result losses come from
 * jumps, not from diffusion. In the last `reduceOnlySeconds` only quotes that reduce the position remain. Quoting itself is stopped by the config's
 * limit `stopBeforeEndSeconds`.
 */
export function nearEnd(parameters: NearEndParameters, { secondsLeft, variant, net, price }: NearEndStand): NearEnd {
  if (secondsLeft === null) return FAR
  const { startSeconds, widthFactorAtEnd, sizeFactorAtEnd, jumpLossMaxUsdt, reduceOnlySeconds } = termsOf(parameters, variant)
  const isReduceOnly = secondsLeft < reduceOnlySeconds
  const left = startSeconds === 0 || secondsLeft >= startSeconds ? 1 : Math.max(0, secondsLeft) / startSeconds
  const sizeFactor = left + sizeFactorAtEnd * (1 - left)
  const p = price / 10_000
  const most = left === 1 ? Size.ORDER_MAX : (jumpLossMaxUsdt * sizeFactor * Size.SHARE) / Math.max(p, 1 - p)
  return {
    widthFactor: left + widthFactorAtEnd * (1 - left),
    sizeFactor,
    isReduceOnly,
    bidSizeMax: roomFor(-net, isReduceOnly ? 0 : most),
    askSizeMax: roomFor(net, isReduceOnly ? 0 : most),
  }
}

const FAR: NearEnd = Object.freeze({
  widthFactor: 1,
  sizeFactor: 1,
  isReduceOnly: false,
  bidSizeMax: Size.ORDER_MAX,
  askSizeMax: Size.ORDER_MAX,
})

/** What may be traded on a side that first closes `closes` and may then open `most`. */
const roomFor = (closes: number, most: number): Size =>
  Size.min(Size.of(Math.floor(Math.max(0, closes + most))), Size.ORDER_MAX)

/** Priority: the variant's field, the stanza's, the variant's default. */
function termsOf({ variants, ...own }: NearEndParameters, variant: string | null | undefined): NearEndTerms {
  const name = variant ?? ''
  return {
    ...(Object.hasOwn(BY_VARIANT, name) ? BY_VARIANT[name]! : DEFAULT),
    ...own,
    ...(Object.hasOwn(variants, name) ? variants[name] : {}),
  }
}
