import { type BookSide, type Outcome, otherOutcome, Price, type Side, Size, Wei } from '../../model/money.js'
import { Timestamp } from '../../model/time.js'
import type { AccountId, CoreCommand, OrderSpec } from '../core/command.js'
import type { Core } from '../core/core.js'

/** What the crowd sees of the exchange: public data and its own accounts. */
export type CrowdView = Pick<Core, 'market' | 'levels' | 'openOrdersOf' | 'account'>

/** What a trader of the crowd wants, in YES terms: to rest as a bid or ask, or to trade as a buyer or seller. */
export interface CrowdWish {
  readonly account: AccountId
  readonly market: number
  /** `bid` trades towards YES, `ask` away from it. */
  readonly side: BookSide
  readonly price: Price
  readonly size: Size
  readonly isTaker: boolean
}

/** Makes one step's wishes into commands, with hashes that are never used twice. */
export interface CrowdPen {
  write(wish: CrowdWish): CoreCommand
}

const REST_US = 3_600_000_000
/** The least value of an order in dollars, with a margin: the exchange refuses below 0.9. */
const VALUE_MIN = 0.95

/** Creates a pen for one moment. `counter` counts on across moments. */
export const createPen = (at: Timestamp, view: CrowdView, counter: { next: number }): CrowdPen => {
  const spent = new Map<string, bigint>()
  return {
    write: wish => {
      const held = heldAgainst(view, wish)
      const key = `${wish.account}:${held.outcome}`
      const size = Wei.ofSize(wish.size)
      const isSale = held.shares - (spent.get(key) ?? 0n) >= size && isWorth(wish, held.outcome)
      if (isSale) spent.set(key, (spent.get(key) ?? 0n) + size)
      const outcome = isSale ? held.outcome : otherOutcome(held.outcome)
      const hash = `0x${at.toString(16).padStart(24, '0')}${(counter.next++).toString(16).padStart(40, '0')}`
      return { kind: 'place', at, order: specOf(wish, { at, hash, outcome, side: isSale ? 'sell' : 'buy' }) }
    },
  }
}

/** The least size that the exchange takes at a price of the order's own outcome, in whole shares. */
export const leastSize = (price: number): Size => Size.ofShares(Math.ceil((VALUE_MIN * 10_000) / price))

/** Which held shares a wish can sell: towards YES it sells held NO, else buys YES; away from YES it sells held YES, else buys NO. */
const heldAgainst = (view: CrowdView, wish: CrowdWish): { outcome: Outcome; shares: bigint } => {
  const outcome = wish.side === 'bid' ? 'no' : 'yes'
  const holding = view.account(wish.account)?.holdings.get(wish.market)
  if (holding === undefined) return { outcome, shares: 0n }
  return { outcome, shares: outcome === 'no' ? holding.no - holding.reservedNo : holding.yes - holding.reservedYes }
}

const isWorth = (wish: CrowdWish, outcome: Outcome): boolean => wish.size >= leastSize(priceOf(wish, outcome))

const priceOf = (wish: CrowdWish, outcome: Outcome): Price => (outcome === 'yes' ? wish.price : Price.complement(wish.price))

const specOf = (wish: CrowdWish, made: { at: Timestamp; hash: string; outcome: Outcome; side: Side }): OrderSpec => ({
  hash: made.hash,
  account: wish.account,
  market: wish.market,
  outcome: made.outcome,
  side: made.side,
  strategy: wish.isTaker ? 'MARKET' : 'LIMIT',
  shares: Wei.ofSize(wish.size),
  limit: Wei.of(BigInt(priceOf(wish, made.outcome)) * 10n ** 14n),
  budget: null,
  expiresAt: Timestamp.add(made.at, REST_US),
  isPostOnly: !wish.isTaker,
  isFillOrKill: false,
  selfTradePrevention: 'cancel-taker',
})
