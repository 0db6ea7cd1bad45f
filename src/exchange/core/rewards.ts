import type { BookSide } from '../../model/money.js'
import type { AccountId } from './command.js'

/** A resting order as the rewards see it; a recorded crowd's level counts as one order of the account `crowd`. */
export interface RewardOrder {
  readonly account: AccountId
  /** In YES terms. */
  readonly side: BookSide
  /** Whole 1/10,000, in YES terms. */
  readonly price: number
  /** Millionths of a share that still rest. */
  readonly size: number
}

/** All orders of a market that may earn. */
export interface RewardBook {
  /** In any order. Each is within the thresholds, or the formula gives it nothing. */
  readonly orders: readonly RewardOrder[]
  /** Half way between best bid and best ask, in 1/10,000; may end in a half. */
  readonly middle: number
  /** 1/10,000 from the middle, on each side. */
  readonly spreadThreshold: number
  /** Millionths of a share. */
  readonly shareThreshold: number
}

/**
 * Pure: the weight of each order, in the same places. An order earns its part of the sum; 0 earns nothing. Whole numbers and `+ - * /` only, so
 * that every platform hands out the same points.
 */
export type RewardFormula = (book: RewardBook) => readonly number[]

/** An account that quotes one side alone has a third of the weight. */
const ONE_SIDED = 3
/** Outside these middles an account that quotes one side alone has no weight. */
const MIDDLE_MIN = 1_000
const MIDDLE_MAX = 9_000

/** The scores of an account's bids and asks. */
interface Quoted {
  bid: number
  ask: number
}

/**
 * The default formula. An order of at least `shareThreshold`, at distance d from the middle, with the band v = `spreadThreshold`, scores
 *
 *   s = ((v - d) / v)^2 x shares, and nothing from the edge of the band on.
 *
 * An account's bids make B, its asks A (buying NO at 1 - a is an ask at a). Its weight is min(A, B), and where the middle lies between 0.10 and
 * 0.90 at least max(A, B) / 3: so both sides earn up to three times what one alone does. The weight is parted among its orders by their scores.
 *
 * The venue does not publish its curve. The quadratic band, the lesser side and the third are Polymarket's published rule for liquidity rewards,
 * which bots on this venue assume too; size, distance and the bonus for both sides are what its own guide promises.
 */
export const scoreRewards: RewardFormula = book => {
  const quoted = new Map<AccountId, Quoted>()
  const owners: Quoted[] = []
  const weights: number[] = []
  for (const order of book.orders) {
    const score = scoreOf(book, order)
    const owner = quotedBy(quoted, order.account)
    owner[order.side] += score
    owners.push(owner)
    weights.push(score)
  }
  const isCentral = book.middle >= MIDDLE_MIN && book.middle <= MIDDLE_MAX
  for (let index = 0; index < weights.length; index++)
    if (weights[index]! > 0) weights[index]! *= factorOf(owners[index]!, isCentral)
  return weights
}

/** The weight of an account, as a part of the sum of its scores. */
const factorOf = ({ bid, ask }: Quoted, isCentral: boolean): number => {
  const lesser = Math.min(bid, ask)
  return (isCentral ? Math.max(lesser, Math.max(bid, ask) / ONE_SIDED) : lesser) / (bid + ask)
}

const scoreOf = ({ middle, spreadThreshold, shareThreshold }: RewardBook, order: RewardOrder): number => {
  const room = spreadThreshold - Math.abs(order.price - middle)
  if (order.size < shareThreshold || room <= 0) return 0
  const nearness = room / spreadThreshold
  return nearness * nearness * (order.size / 1_000_000)
}

const quotedBy = (quoted: Map<AccountId, Quoted>, account: AccountId): Quoted => {
  const known = quoted.get(account)
  if (known !== undefined) return known
  const made = { bid: 0, ask: 0 }
  quoted.set(account, made)
  return made
}
