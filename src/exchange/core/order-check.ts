import type { Side } from '../../model/money.js'
import type { AccountState } from './accounts.js'
import { freeShares } from './accounts.js'
import { laneOf, otherLane, valueOf, WEI, WEI_PER_MILLIONTH, WEI_PER_PRICE } from './amounts.js'
import { bestOf } from './book-reads.js'
import type { OrderSpec, RefusalReason } from './command.js'
import type { MarketState, World } from './world.js'

/** Ten million shares: sums of a level stay exact in a double. */
export const SIZE_MAX = 1e13
/** The venue's least order value. */
const VALUE_MIN = (WEI * 9n) / 10n

/**
 * Why an order is refused whoever sends it, or null. A hash that is known is refused as such before anything else is looked at, because who repeats the
 * same bytes takes any other refusal for the proof that the first attempt never arrived.
 */
export function refusalOf(world: World, spec: OrderSpec): RefusalReason | null {
  const market = world.markets.get(spec.market)
  if (market === undefined) return 'unknown-market'
  if (world.orders.has(spec.hash)) return 'duplicate'
  return (
    formRefusal(spec, market) ??
    (worthOf(spec, market) < VALUE_MIN ? 'value-too-small' : null) ??
    (spec.expiresAt <= world.now ? 'expired' : null) ??
    (isAdmitted(spec, market) ? null : 'not-trading')
  )
}

/** Where nothing matches, only an order that may rest has a use. */
const isAdmitted = (spec: OrderSpec, { trading }: MarketState): boolean =>
  trading === 'OPEN' || (trading === 'MATCHING_NOT_ENABLED' && spec.strategy === 'LIMIT' && !spec.isFillOrKill)

/** Millionths of a share an order may match. */
export const sizeOf = (spec: OrderSpec): number => Number(spec.shares / WEI_PER_MILLIONTH)

/** What an order holds while nothing of it is matched: cash of a buy, shares of a sell. */
export function neededBy(spec: OrderSpec): bigint {
  if (spec.side === 'sell') return (spec.shares / WEI_PER_MILLIONTH) * WEI_PER_MILLIONTH
  return spec.strategy === 'MARKET' && spec.budget !== null ? spec.budget : (spec.limit * spec.shares) / WEI
}

function formRefusal(spec: OrderSpec, market: MarketState): RefusalReason | null {
  if (spec.shares <= 0n || spec.limit <= 0n || (spec.budget !== null && spec.budget <= 0n)) return 'zero'
  // A widened market order may offer a whole dollar a share; nobody can be met beyond it.
  if (spec.limit > WEI || (spec.limit === WEI && spec.strategy === 'LIMIT')) return 'price-out-of-range'
  if (spec.strategy === 'LIMIT' && spec.limit % (BigInt(market.tick) * WEI_PER_PRICE) !== 0n) return 'off-tick'
  const size = spec.shares / WEI_PER_MILLIONTH
  // The size of a taker with a budget is a quotient; its dust is never matched.
  const isWhole = size * WEI_PER_MILLIONTH === spec.shares
  if ((!isWhole && (spec.strategy === 'LIMIT' || spec.budget === null)) || size > SIZE_MAX) return 'invalid-decimal'
  return size === 0n ? 'zero' : null
}

function worthOf(spec: OrderSpec, market: MarketState): bigint {
  if (spec.strategy === 'LIMIT' || spec.side === 'buy')
    return spec.side === 'buy' ? neededBy(spec) : (spec.limit * spec.shares) / WEI
  // A market sell without a price is signed at the least one: it is worth what the best bid pays.
  const best = bestOf(market, otherLane(laneOf(spec.outcome, spec.side)))
  const atBest = best === 0 ? 0n : valueOf(best, sizeOf(spec))
  const atLimit = (spec.limit * spec.shares) / WEI
  return atBest > atLimit ? atBest : atLimit
}

/** Whether an account has and has approved what an order needs. */
export function fundsRefusal(world: World, spec: OrderSpec): RefusalReason | null {
  const account = world.accounts.get(spec.account)
  const [balance, allowance] =
    spec.side === 'buy' ? (['cash-balance', 'cash-allowance'] as const) : (['shares-balance', 'shares-allowance'] as const)
  if (freeFor(account, spec) < neededBy(spec)) return balance
  return isApproved(account, spec.side) ? null : allowance
}

/** What the account could give for an order: cash of a buy, shares of a sell, that no other order holds. */
export function freeFor(account: AccountState | undefined, spec: OrderSpec): bigint {
  if (spec.side === 'sell') return freeShares(account?.holdings.get(spec.market), spec.outcome)
  return account === undefined ? 0n : account.cash - account.reservedCash
}

/** Whether the exchange may move what a side gives. */
export const isApproved = (account: AccountState | undefined, side: Side): boolean =>
  (side === 'buy' ? account?.isCashApproved : account?.isSharesApproved) === true
