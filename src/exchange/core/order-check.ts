import { grid } from '../../model/grid.js'
import { Size, WEI_PER_MILLIONTH, Wei } from '../../model/money.js'
import { freeShares } from './accounts.js'
import { laneOf, otherLane, valueOf, WEI, WEI_PER_PRICE } from './amounts.js'
import { isApproved } from './approvals.js'
import { bestOf } from './book-reads.js'
import type { MarketSpec, OrderRules, OrderSpec, RefusalReason } from './command.js'
import { ONE } from './matching.js'
import { feeHeld, feeHeldOfBudget } from './order-fees.js'
import type { AccountState, MarketState, World } from './world.js'

/** Ten million shares: sums of a level stay exact in a double. */
export const SIZE_MAX = 1e13
/** A price of 1/10,000 times a millionth of a share, in wei. */
const WEI_PER_PRODUCT = 1e8
/** Predict.fun's rules: its server refuses orders that are worth less. */
const PREDICT_RULES: OrderRules = {
  minValue: Wei.of((WEI * 9n) / 10n),
  minSize: Size.of(1),
  sizeStep: Size.of(1),
}

/** An order to be placed, in the units of ladders. Wei amounts are expensive, so they are computed once. */
export interface Wanted {
  readonly spec: OrderSpec
  readonly market: MarketState
  /** Whole 1/10,000 of the order's own outcome, rounded down. */
  readonly price: number
  /** Whether rounding changed nothing of the limit. */
  readonly isRung: boolean
  /** Millionths of a share that it may match, rounded down. */
  readonly size: number
  /** Whether rounding changed nothing of the shares. The size of a taker with a budget is a quotient, whose dust is never matched. */
  readonly isWhole: boolean
  /** What the order holds before anything of it is matched: cash of a buy, shares of a sell. */
  readonly needed: bigint
}

/** Converts an order, valid or not. */
export function wantedOf(spec: OrderSpec, market: MarketState): Wanted {
  const price = Number(spec.limit / WEI_PER_PRICE)
  const size = Number(spec.shares / WEI_PER_MILLIONTH)
  const isRung = spec.limit % WEI_PER_PRICE === 0n
  const isWhole = spec.shares % WEI_PER_MILLIONTH === 0n
  const isExact = isRung && isWhole && price >= 0 && price <= ONE && size >= 0 && size <= SIZE_MAX
  const needed = neededBy(spec, isExact ? { price, size } : null) + feeNeeded(spec, market, { price, size })
  return { spec, market, price, isRung, size, isWhole, needed }
}

/**
 * The collateral that a buy's fees may need besides its value. Under a budget, as if the whole budget were spent at the cheapest price, where the
 * fee rate is highest.
 */
function feeNeeded(spec: OrderSpec, market: MarketState, { price, size }: { price: number; size: number }): bigint {
  if (spec.budget === null || spec.strategy === 'LIMIT')
    return feeHeld(market.spec, spec, { price: Math.min(price, ONE), size, rounded: 0n })
  return feeHeldOfBudget(market.spec, spec, spec.budget)
}

/** `exact`: limit and shares, if rounding changed neither; otherwise `null`. */
function neededBy(spec: OrderSpec, exact: { readonly price: number; readonly size: number } | null): bigint {
  if (spec.side === 'sell') return exact === null ? (spec.shares / WEI_PER_MILLIONTH) * WEI_PER_MILLIONTH : spec.shares
  if (spec.strategy === 'MARKET' && spec.budget !== null) return spec.budget
  return exact === null ? (spec.limit * spec.shares) / WEI : valueOf(exact.price, exact.size)
}

/**
 * Why an order is refused for any account, or `null`. A known hash is refused as a duplicate before any other check, because a client that repeats the
 * same bytes would take any other refusal as proof that the first attempt never arrived.
 */
export function orderRefusal(world: World, wanted: Wanted): RefusalReason | null {
  const { spec, market } = wanted
  if (world.orders.has(spec.hash)) return 'duplicate'
  return (
    formRefusal(wanted) ??
    (isWorthIt(wanted) ? null : 'value-too-small') ??
    (spec.expiresAt <= world.now ? 'expired' : null) ??
    (isAdmitted(spec, market) ? null : 'not-trading')
  )
}

/** Where the market does not match, only an order that may rest is admitted. */
const isAdmitted = (spec: OrderSpec, { trading }: MarketState): boolean =>
  trading === 'OPEN' || (trading === 'MATCHING_NOT_ENABLED' && spec.strategy === 'LIMIT' && !spec.isFillOrKill)

function formRefusal({ spec, market, price, isRung, size, isWhole }: Wanted): RefusalReason | null {
  if (spec.shares <= 0n || spec.limit <= 0n || (spec.budget !== null && spec.budget <= 0n)) return 'zero'
  const isLimit = spec.strategy === 'LIMIT'
  // A market order's limit, widened by its slippage, may reach 1 USDT a share. No order rests above that.
  if (price > ONE || (price === ONE && (isLimit || !isRung))) return 'price-out-of-range'
  const rules = rulesOf(market)
  if (isLimit && !(isRung && price % grid.tickAt(price, { tick: market.tick, ticks: rules.ticks }) === 0)) return 'off-tick'
  if ((!isWhole && (isLimit || spec.budget === null)) || size > SIZE_MAX) return 'invalid-decimal'
  if (size % rules.sizeStep !== 0 && (isLimit || spec.budget === null)) return 'invalid-decimal'
  return size === 0 ? 'zero' : null
}

/** Whether a well-formed order reaches the least value and size. */
function isWorthIt({ spec, market, price, size, needed }: Wanted): boolean {
  const { minValue, minSize } = rulesOf(market)
  if (size < minSize && (spec.strategy === 'LIMIT' || spec.budget === null)) return false
  if (spec.strategy === 'LIMIT') return price * size >= Number(minValue) / WEI_PER_PRODUCT
  if (spec.side === 'buy') return (spec.budget ?? needed) >= minValue
  if ((spec.limit * spec.shares) / WEI >= minValue) return true
  // A market sell without a price limit is signed at the lowest price, so the best bid says what it is worth.
  const best = bestOf(market, otherLane(laneOf(spec.outcome, spec.side)))
  return best > 0 && valueOf(best, size) >= minValue
}

/** A market's own rules for orders, or Predict.fun's. */
export const rulesOf = ({ spec }: { readonly spec: Pick<MarketSpec, 'rules'> }): OrderRules => spec.rules ?? PREDICT_RULES

/** Why an account cannot pay for an order, or `null`: it lacks the balance or the approval. */
export function fundsRefusal(world: World, { spec, market, needed }: Wanted): RefusalReason | null {
  const account = world.accounts.get(spec.account)
  if (freeFor(account, spec) < needed) return spec.side === 'buy' ? 'cash-balance' : 'shares-balance'
  if (isApproved(account, market.spec, spec.side)) return null
  return spec.side === 'buy' ? 'cash-allowance' : 'shares-allowance'
}

/** What the account could give for an order: cash for a buy, shares for a sell, as far as no other order holds it. */
export function freeFor(account: AccountState | undefined, spec: OrderSpec): bigint {
  if (spec.side === 'sell') return freeShares(account?.holdings.get(spec.market), spec.outcome)
  return account === undefined ? 0n : account.cash - account.reservedCash
}
