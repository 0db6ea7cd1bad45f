import { z } from 'zod'
import type { FeeFunction } from '../../model/fees.js'
import type { TickTable } from '../../model/market.js'
import { Price, Size, Wei } from '../../model/money.js'
import { ANY_DIGITS, PROFILES, type ProfileName, type VenueProfile } from '../../model/venue-profiles.js'

const NAMES = Object.keys(PROFILES) as [ProfileName, ...ProfileName[]]
const shares = z.number().min(0.000001).max(1_000_000)
const bps = z.number().int().min(0).max(9_999)
const price = z.number().min(0).max(0.9999)

/** Fields that replace those of the named venue. */
const fees = z.strictObject({
  /** `cheaper`: rate × min(p, 1 − p) per share; `quadratic`: rate × p × (1 − p). */
  curve: z.enum(['cheaper', 'quadratic']).optional(),
  takerFeeBps: bps.optional(),
  makerFeeBps: bps.optional(),
  /** `received`: a buy pays in shares; `cash`: always in collateral. */
  paidIn: z.enum(['received', 'cash']).optional(),
  /** Fees are whole multiples of this. */
  roundToUsdt: z.number().min(0.000001).max(1).optional(),
  /** `up`: once over all fills of an order; `down`: each fill. */
  rounding: z.enum(['up', 'down']).optional(),
})

const own = z
  .strictObject({
    name: z.string().min(1).max(60).default('own'),
    like: z.enum(NAMES),
    fees: fees.prefault({}),
    orderMinUsdt: z.number().min(0).max(1_000).optional(),
    orderMinShares: shares.optional(),
    /** 1: whole shares only. */
    shareStep: shares.optional(),
    /** Price steps, each from a lowest price on, in ascending order. */
    ticks: z
      .array(z.strictObject({ from: price, tick: z.number().min(0.0001).max(0.5) }))
      .min(1)
      .max(20)
      .optional(),
  })
  .superRefine((profile, context) => {
    const say = (path: string, message: string): void => context.addIssue({ code: 'custom', path: [path], message })
    const { paidIn, rounding } = profileOf(profile).fees
    if (rounding === 'up' && paidIn !== 'cash') say('fees', 'rounding: up takes paidIn: cash')
    const flaw = profile.ticks === undefined ? null : flawOf(tableOf(profile.ticks))
    if (flaw !== null) say('ticks', flaw)
  })

/** The rules of a venue in a backtest: a built-in profile, or one that a person wrote. */
export const profileSchema = z.union([z.enum(NAMES), own], {
  error: `expected ${NAMES.join(', ')}, or fields of your own with like: one of them`,
})

type Own = Omit<z.output<typeof own>, never>
const tableOf = (ticks: NonNullable<Own['ticks']>): TickTable =>
  ticks.map(({ from, tick }) => ({ from: from < 0.0001 ? 0 : inPrices(from), tick: inPrices(tick) }))
const inPrices = (value: number): Price => Price.of(Math.round(value * 10_000))

/** Why a table of price steps is invalid; null: it is valid. */
function flawOf(table: TickTable): string | null {
  if (table[0]?.from !== 0) return 'the first step begins at 0'
  for (const [at, { from, tick }] of table.entries()) {
    const next = table[at + 1]?.from ?? Price.ONE
    if (next <= from) return 'each step begins above the one before it'
    if (from % tick !== 0 || next % tick !== 0) return `a step of ${tick / 10_000} takes ends that are whole multiples of it`
    // A price and its complement are the same level of one book.
    const mirrored = table.findLast(other => other.from <= Price.ONE - next)
    if (mirrored?.tick !== tick) return 'a price and its complement, such as 0.05 and 0.95, take the same step'
  }
  return null
}

/** The rules that a config names. */
export function profileOf(named: z.output<typeof profileSchema>): VenueProfile {
  if (typeof named === 'string') return PROFILES[named]
  const base = PROFILES[named.like]
  const { orderMinUsdt, orderMinShares, shareStep, ticks } = named
  return {
    ...base,
    name: named.name,
    sources: [],
    fees: feesOf(base.fees, named.fees),
    ...(orderMinUsdt !== undefined && { minValue: weiOf(orderMinUsdt) }),
    ...(orderMinShares !== undefined && { minSize: Size.ofShares(orderMinShares) }),
    ...(shareStep !== undefined && { sizeStep: Size.ofShares(shareStep), sizeDigits: ANY_DIGITS }),
    ...(ticks !== undefined && { ticks: tableOf(ticks) }),
  }
}

const feesOf = (base: FeeFunction, own: z.output<typeof fees>): FeeFunction => ({
  curve: own.curve ?? base.curve,
  takerBps: own.takerFeeBps ?? base.takerBps,
  makerBps: own.makerFeeBps ?? base.makerBps,
  paidIn: own.paidIn ?? base.paidIn,
  unit: own.roundToUsdt === undefined ? base.unit : weiOf(own.roundToUsdt),
  rounding: own.rounding ?? base.rounding,
})

const weiOf = (amount: number): Wei => Wei.ofSize(Size.ofShares(amount))
