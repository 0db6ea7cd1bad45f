import { type Outcome, Wei } from '../../model/money.js'
import { EVERY_SPENDER } from './approvals.js'
import type { AccountId } from './command.js'
import type { MarketHolding } from './core-reads.js'
import { LiveOrders } from './live-orders.js'
import type { AccountState, HoldingState, World } from './world.js'

/** Where collected fees go. */
export const FEES: AccountId = 'fees'
/** The account of the recorded crowd: the counterparty of the crowd's trades. */
export const CROWD: AccountId = 'crowd'
/** Holds the NO that conversions took out of circulation. */
export const ADAPTER: AccountId = 'adapter'
/** Whether an account trades without keys. Such accounts have all approvals, and their finished orders are not kept. */
export const isCrowd = (id: AccountId): boolean => id.startsWith('crowd')

/** Whether an account has no keys and so cannot redeem shares: the crowd's, and those of the fees and of conversions. */
export const isKeyless = (id: AccountId): boolean => id === FEES || id === ADAPTER || isCrowd(id)

export const createAccount = (id: AccountId): AccountState => ({
  id,
  cash: Wei.ZERO,
  reservedCash: Wei.ZERO,
  cashApprovals: isCrowd(id) ? EVERY_SPENDER : 0,
  sharesApprovals: isCrowd(id) ? EVERY_SPENDER : 0,
  nonces: { plain: 0, negRisk: 0, yieldBearing: 0, yieldBearingNegRisk: 0 },
  feeDiscountBps: 0,
  microPoints: 0,
  holdings: new Map(),
  history: [],
  live: new LiveOrders(),
})

/** Gets an account, opening an empty one the first time. */
export function accountOf(world: World, id: AccountId): AccountState {
  const known = world.accounts.get(id)
  if (known !== undefined) return known
  const account = createAccount(id)
  world.accounts.set(id, account)
  return account
}

/** Gets an account's shares of a market, making an empty entry the first time. */
export function holdingOf(account: AccountState, market: number): HoldingState {
  const known = account.holdings.get(market)
  if (known !== undefined) return known
  const holding = { yes: Wei.ZERO, no: Wei.ZERO, reservedYes: Wei.ZERO, reservedNo: Wei.ZERO }
  account.holdings.set(market, holding)
  return holding
}

/** Deletes an account's entry for a market once it holds no shares there. */
export function forgetEmpty(account: AccountState, market: number): void {
  const holding = account.holdings.get(market)
  if (holding !== undefined && isEmpty(holding)) account.holdings.delete(market)
}

/** Whether a holding has no shares, free or reserved. */
export const isEmpty = ({ yes, no, reservedYes, reservedNo }: MarketHolding): boolean =>
  yes === 0n && no === 0n && reservedYes === 0n && reservedNo === 0n

/** Adds shares; a negative number subtracts. */
export function addShares(holding: HoldingState, outcome: Outcome, shares: bigint): void {
  if (outcome === 'yes') holding.yes = Wei.of(holding.yes + shares)
  else holding.no = Wei.of(holding.no + shares)
}

/** Adds to the shares that sells hold; a negative number releases. */
export function reserveShares(holding: HoldingState, outcome: Outcome, shares: bigint): void {
  if (outcome === 'yes') holding.reservedYes = Wei.of(holding.reservedYes + shares)
  else holding.reservedNo = Wei.of(holding.reservedNo + shares)
}

/** Shares that no sell holds. */
export const freeShares = (holding: MarketHolding | undefined, outcome: Outcome): bigint => {
  if (holding === undefined) return 0n
  return outcome === 'yes' ? holding.yes - holding.reservedYes : holding.no - holding.reservedNo
}

/** Adds cash; a negative number subtracts. */
export function addCash(account: AccountState, cash: bigint): void {
  account.cash = Wei.of(account.cash + cash)
}

/** Adds to the cash that buys hold; a negative number releases. */
export function reserveCash(account: AccountState, cash: bigint): void {
  account.reservedCash = Wei.of(account.reservedCash + cash)
}
