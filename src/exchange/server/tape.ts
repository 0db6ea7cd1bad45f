import { type Outcome, Wei } from '../../model/money.js'
import type { CoreEvent, CoreOrder, Leg, Match } from '../core/core-event.js'
import type { Watcher } from './floor.js'
import type { PostedOrder } from './posted-order.js'

/** What was paid for the shares that a wallet ever bought of an outcome, both settled. */
export interface Purchases {
  readonly shares: Wei
  readonly value: Wei
}

/** What answers need and the core does not keep: orders as posted, the last settled order, what shares have cost. */
export interface Tape extends Watcher {
  posted(hash: string): PostedOrder | null
  /** The taker of the newest settled match; of a print of the recorded crowd, the maker. */
  lastSettled(market: number): { readonly leg: Leg; readonly match: Match } | null
  /** Resting orders of a market. */
  orderCount(market: number): number
  purchases(account: string, market: number, outcome: Outcome): Purchases
  /** Whether an account was ever given money. */
  isFunded(account: string): boolean
}

const NOTHING: Purchases = { shares: Wei.ZERO, value: Wei.ZERO }

/** An empty tape; it learns from entries and events. */
export const createTape = (): Tape => {
  const posted = new Map<string, PostedOrder>()
  const settled = new Map<number, { leg: Leg; match: Match }>()
  const open = new Map<number, Set<CoreOrder>>()
  const bought = new Map<string, Purchases>()
  const funded = new Set<string>()
  const settle = (match: Match): void => {
    const leg = match.taker ?? match.makers[0]
    if (leg !== undefined) settled.set(match.market, { leg, match })
    for (const one of legsOf(match)) if (isWalletBuy(one)) addPurchase(bought, match.market, one)
  }
  const see = (event: CoreEvent): void => {
    if (event.kind === 'accepted') openSet(open, event.order.spec.market).add(event.order)
    else if (event.kind === 'ended') open.get(event.order.spec.market)?.delete(event.order)
    else if (event.kind === 'settled') settle(event.match)
  }
  return {
    enter: entry => {
      if (entry.posted !== undefined) posted.set(entry.posted.hash, entry.posted)
      if (entry.command.kind === 'fund') funded.add(entry.command.account)
    },
    see,
    posted: hash => posted.get(hash) ?? null,
    lastSettled: market => settled.get(market) ?? null,
    orderCount: market => {
      let count = 0
      for (const order of open.get(market) ?? []) if (order.isResting) count++
      return count
    },
    purchases: (account, market, outcome) => bought.get(`${account}:${market}:${outcome}`) ?? NOTHING,
    isFunded: account => funded.has(account),
  }
}

/** Both sides of a match: the taker, where it has one, and the makers. */
export const legsOf = (match: Match): readonly Leg[] => (match.taker === null ? match.makers : [match.taker, ...match.makers])

/** Names that begin with `crowd` trade without keys; nobody asks what their shares have cost. */
const isWalletBuy = (leg: Leg): boolean => leg.side === 'buy' && leg.order.spec.account.startsWith('0x')

const addPurchase = (bought: Map<string, Purchases>, market: number, leg: Leg): void => {
  const key = `${leg.order.spec.account}:${market}:${leg.outcome}`
  const before = bought.get(key) ?? NOTHING
  bought.set(key, { shares: Wei.add(before.shares, leg.shares), value: Wei.add(before.value, leg.value) })
}

const openSet = (open: Map<number, Set<CoreOrder>>, market: number): Set<CoreOrder> => {
  const known = open.get(market)
  if (known !== undefined) return known
  const made = new Set<CoreOrder>()
  open.set(market, made)
  return made
}
