import { type FeeFunction, predictFees } from './fees.js'
import type { Market, TickTable } from './market.js'
import { Size, Wei } from './money.js'

/** Rules of a venue that a recording does not contain: fees, least order, sizes and price steps. */
export interface VenueProfile {
  readonly name: string
  /** Where the rules are published; empty: given by a user. */
  readonly sources: readonly string[]
  readonly fees: FeeFunction
  readonly minValue: Wei
  readonly minSize: Size
  readonly sizeDigits: number
  /** Sizes are integer multiples of it; null: a millionth of a share. */
  readonly sizeStep: Size | null
  /** null: each market's own tick. */
  readonly ticks: TickTable | null
}

/** The most digits that a size may have. */
export const ANY_DIGITS = 15

/** Predict.fun. Rates differ between markets; 2 % is the usual one. */
const predict: VenueProfile = {
  name: 'predict',
  sources: ['https://dev.predict.fun/trading/fees'],
  fees: predictFees(200),
  minValue: Wei.ONE,
  minSize: Size.of(10_000),
  sizeDigits: 5,
  sizeStep: null,
  ticks: null,
}

/**
 * Kalshi. A taker pays 0.07 × p × (1 − p) a contract, rounded up to the cent; a maker pays nothing except in the series listed with maker fees
 * (`quadratic_with_maker_fees` in its API, about one in a hundred), where the rate is 0.0175. Rounding is carried from fill to fill of an order, so
 * that the order pays as one fill would. Contracts have two decimals; there is no least value.
 */
const kalshi: VenueProfile = {
  name: 'kalshi',
  sources: [
    'https://kalshi.com/fee-schedule',
    'https://docs.kalshi.com/getting_started/fee_rounding',
    'https://docs.kalshi.com/getting_started/fixed_point_migration',
  ],
  fees: { curve: 'quadratic', takerBps: 700, makerBps: 0, paidIn: 'cash', unit: Wei.of(10n ** 16n), rounding: 'up' },
  minValue: Wei.ZERO,
  minSize: Size.of(10_000),
  sizeDigits: ANY_DIGITS,
  sizeStep: Size.of(10_000),
  ticks: null,
}

/**
 * Polymarket. A taker pays rate × p × (1 − p) a share in collateral, to five decimals, rounded down; a maker pays nothing. The rate depends on the
 * market's category: 0.07 for crypto, 0.05 for sports, economics, culture, weather and others, 0.04 for finance, politics, mentions and tech, 0 for
 * geopolitics. A recording does not contain the category, so the highest rate is charged. Maker rebates are not fees and are left out. An order has
 * at least five shares, with two decimals.
 */
const polymarket: VenueProfile = {
  name: 'polymarket',
  sources: ['https://docs.polymarket.com/trading/fees', 'https://docs.polymarket.com/trading/orders/overview'],
  fees: { curve: 'quadratic', takerBps: 700, makerBps: 0, paidIn: 'cash', unit: Wei.of(10n ** 13n), rounding: 'down' },
  minValue: Wei.ZERO,
  minSize: Size.ofShares(5),
  sizeDigits: ANY_DIGITS,
  sizeStep: Size.of(10_000),
  ticks: null,
}

/** The built-in profiles. */
export const PROFILES = { predict, kalshi, polymarket } as const
export type ProfileName = keyof typeof PROFILES

/** A market with a profile's rules; it keeps its own tick if the profile has no price steps. */
export function withProfile(market: Market, profile: VenueProfile): Market {
  const { fees: _fees, sizeStep: _step, ticks: _ticks, ...own } = market
  const { name, fees, minValue, minSize, sizeDigits, sizeStep, ticks } = profile
  return {
    ...own,
    ...(ticks !== null && { ticks, tick: finest(ticks, own.tick) }),
    sizeDigits,
    ...(sizeStep !== null && { sizeStep }),
    minSize,
    minValue,
    fees,
    profile: name,
  }
}

const finest = (ticks: TickTable, least: Market['tick']): Market['tick'] =>
  ticks.reduce((found, { tick }) => (tick < found ? tick : found), ticks[0]?.tick ?? least)
