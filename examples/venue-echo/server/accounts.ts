import { BUCKET, type EchoAccount, type EchoFill, type EchoOpenOrder } from '../wire.js'

/** What the exchange knows of one account. */
export interface Account {
  readonly name: string
  readonly secret: string
  cash: number
  readonly shares: Map<string, { yes: number; no: number }>
  readonly fills: EchoFill[]
  /** Calls that are left at a moment. */
  tokens: number
  tokensAtMs: number
  /** When it last sent a heartbeat; null: it has none to send. */
  beatAtMs: number | null
}

/** An account with money, in cents. */
export const newAccount = (name: string, secret: string, cash: number): Account => ({
  ...{ name, secret, cash, shares: new Map(), fills: [] },
  ...{ tokens: BUCKET.capacity, tokensAtMs: 0, beatAtMs: null },
})

/** Takes a call out of the account's bucket; false: it is empty. */
export function spendCall(account: Account, nowMs: number): boolean {
  const refilled = account.tokens + ((nowMs - account.tokensAtMs) * BUCKET.refillPerSecond) / 1_000
  account.tokens = Math.min(BUCKET.capacity, refilled)
  account.tokensAtMs = nowMs
  if (account.tokens < 1) return false
  account.tokens -= 1
  return true
}

/** What an account has of a market. */
export function sharesOf(account: Account, market: string): { yes: number; no: number } {
  const held = account.shares.get(market) ?? { yes: 0, no: 0 }
  account.shares.set(market, held)
  return held
}

/** What is behind resting buys, in cents. */
export const heldBy = (orders: readonly EchoOpenOrder[]): number =>
  orders.reduce((sum, { s, c, n, done }) => sum + (s === 'buy' ? c * (n - done) : 0), 0)

/** All of an account, as it is told. */
export function tellAccount(account: Account, orders: readonly EchoOpenOrder[], after: number): EchoAccount {
  const held = heldBy(orders)
  return {
    ...{ free: account.cash - held, held, orders },
    shares: Object.fromEntries(account.shares),
    fills: account.fills.filter(({ no }) => no > after),
  }
}
