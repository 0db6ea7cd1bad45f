import { CLOSING_STATES, type Closing } from '../model/closing.js'
import { grid } from '../model/grid.js'
import type { Limits } from '../model/limits.js'
import type { Market } from '../model/market.js'
import { Price, Size, WEI_PER_MILLIONTH } from '../model/money.js'
import type { Position } from '../model/position.js'
import { type Decision, keep, pull, type Touch } from '../model/quote.js'
import type { Strategy } from '../strategy/strategy.js'
import type { LiveBook } from '../strategy/view.js'
import { UNITS } from './units.js'

/** What is left to close, in terms of the outcome that is held. */
interface Rest {
  readonly isYes: boolean
  readonly size: Size
}

/**
 * Sells what is held of a market and wants nothing else. Pairs of YES and NO stay: they pay a dollar whatever the result. Matched sales count as
 * sold, and what a fill that has not settled yet would add is not sold: the position never passes zero, whichever fill fails.
 */
export function createCloser(of: { readonly limits: Limits }, { crossTicks }: Closing): Strategy<unknown> {
  return {
    decide: ({ book, market, position }): Decision => {
      const rest = restOf(position, market)
      if (rest.size === 0) return pull(hasPending(position) ? CLOSING_STATES.settling : CLOSING_STATES.closed)
      if (book.state !== 'live' || book.touch === null) return pull(CLOSING_STATES.dark)
      const price =
        crossTicks === null ? restingPrice(rest, book.touch, market) : worstPrice(rest, book.touch, market, crossTicks)
      if (isTooSmall(rest.size, price, market, of.limits)) return pull(CLOSING_STATES.tooSmall)
      return crossTicks === null ? quoteOf(book, rest, price) : takeOf(book, position, rest, price)
    },
  }
}

function restOf({ net, pending }: Position, market: Market): Rest {
  const isYes = net > 0
  const [bought, soldOfOther] = isYes ? [pending.yes, -pending.no] : [pending.no, -pending.yes]
  const left = Math.abs(net) - above0(bought) - above0(soldOfOther)
  return { isYes, size: grid.floorSize(Size.min(Size.of(Math.max(0, left)), Size.ORDER_MAX), market) }
}

/** Wei of shares that are pending, in millionths rounded up; 0 if they are none. */
const above0 = (wei: bigint): number => (wei <= 0n ? 0 : Number((wei + WEI_PER_MILLIONTH - 1n) / WEI_PER_MILLIONTH))

const hasPending = ({ pending }: Position): boolean => pending.yes !== 0n || pending.no !== 0n

/** At the microprice or better, and never at the other side's best price: the order rests. In prices of the outcome that is held. */
const restingPrice = ({ isYes }: Rest, { bid, ask, microprice }: Touch, market: Market): Price =>
  isYes
    ? onGrid('ceil', Math.max(microprice, bid + 1), market)
    : Price.complement(onGrid('floor', Math.min(microprice, ask - 1), market))

/** The worst price of a take, in prices of the outcome that is held. */
const worstPrice = ({ isYes }: Rest, { bid, ask }: Touch, market: Market, ticks: number): Price =>
  isYes
    ? onGrid('floor', bid - ticks * grid.tickAt(bid, market), market)
    : Price.complement(onGrid('ceil', ask + ticks * grid.tickAt(ask, market), market))

const onGrid = (way: 'floor' | 'ceil', price: number, market: Market): Price => Price[way](price, grid.tickAt(price, market))

const isTooSmall = (size: Size, price: Price, market: Market, { orderMinUsdt }: Limits): boolean =>
  size < grid.leastSize(price, market) || price * size < orderMinUsdt * UNITS

const quoteOf = (book: LiveBook, { isYes, size }: Rest, price: Price): Decision =>
  isYes ? book.quote({ ask: { price, size } }) : book.quote({ bid: { price: Price.complement(price), size } })

/** A take that is under way has the shares: nothing is sold twice. */
function takeOf(book: LiveBook, { sellable }: Position, { isYes, size }: Rest, price: Price): Decision {
  const outcome = isYes ? 'yes' : 'no'
  const free = Size.min(sellable[outcome], size)
  return free < size ? keep() : book.take(outcome, 'sell', { price, size })
}
