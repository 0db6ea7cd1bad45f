import type { Side } from '../../model/money.js'

/** The four kinds of markets, each with an exchange contract of its own. */
export type MarketKind = 'plain' | 'negRisk' | 'yieldBearing' | 'yieldBearingNegRisk'

/** What a contract does for markets of its kind. Only neg-risk markets have an adapter. */
type Role = 'exchange' | 'adapter' | 'shares'

/** A contract that a wallet can let take its cash or shares. The contract of shares of neg-risk markets is that of plain ones: `plain-shares`. */
export type Spender = `${MarketKind}-${Role}`

/** Which contracts may take something of an account, as bits: `bitOf`. */
export interface ApprovalBits {
  readonly cashApprovals: number
  readonly sharesApprovals: number
}

/** In the order of their bits, which are saved. */
const KINDS: readonly MarketKind[] = ['plain', 'negRisk', 'yieldBearing', 'yieldBearingNegRisk']
const SPENDERS: readonly Spender[] = (['exchange', 'adapter', 'shares'] as const).flatMap(role =>
  KINDS.map((kind): Spender => `${kind}-${role}`),
)

/** All of them. */
export const EVERY_SPENDER = (1 << SPENDERS.length) - 1

/** The bit of a contract. */
export const bitOf = (spender: Spender): number => 1 << SPENDERS.indexOf(spender)

interface Flags {
  readonly isNegRisk: boolean
  readonly isYieldBearing: boolean
}

/** The kind of a market. */
export const kindOf = ({ isNegRisk, isYieldBearing }: Flags): MarketKind => {
  if (isYieldBearing) return isNegRisk ? 'yieldBearingNegRisk' : 'yieldBearing'
  return isNegRisk ? 'negRisk' : 'plain'
}

/** What sells need, by kind: shares of a neg-risk market also move through its adapter. */
const FOR_SELLS: Readonly<Record<MarketKind, number>> = {
  plain: bitOf('plain-exchange'),
  negRisk: bitOf('negRisk-exchange') | bitOf('negRisk-adapter'),
  yieldBearing: bitOf('yieldBearing-exchange'),
  yieldBearingNegRisk: bitOf('yieldBearingNegRisk-exchange') | bitOf('yieldBearingNegRisk-adapter'),
}

const FOR_BUYS: Readonly<Record<MarketKind, number>> = {
  plain: bitOf('plain-exchange'),
  negRisk: bitOf('negRisk-exchange'),
  yieldBearing: bitOf('yieldBearing-exchange'),
  yieldBearingNegRisk: bitOf('yieldBearingNegRisk-exchange'),
}

/** Whether an account's orders of a side can be settled in a market. */
export const isApproved = (account: ApprovalBits | undefined, market: Flags, side: Side): boolean => {
  if (account === undefined) return false
  const kind = kindOf(market)
  if (side === 'buy') return (account.cashApprovals & FOR_BUYS[kind]) !== 0
  return (account.sharesApprovals & FOR_SELLS[kind]) === FOR_SELLS[kind]
}

/** Whether an account lets a contract take its cash. */
export const mayTakeCash = (account: ApprovalBits | null, spender: Spender | null): boolean =>
  account !== null && spender !== null && (account.cashApprovals & bitOf(spender)) !== 0

/** Whether an account lets a contract take its shares. */
export const mayTakeShares = (account: ApprovalBits | null, spender: Spender | null): boolean =>
  account !== null && spender !== null && (account.sharesApprovals & bitOf(spender)) !== 0
