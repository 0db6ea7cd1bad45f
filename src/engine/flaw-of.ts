import type { Refusal } from '../model/intent.js'
import { type Level, Price, Size } from '../model/money.js'
import type { Target } from '../strategy/target.js'
import { LEVELS_MAX } from './desk-options.js'
import type { Answer } from './read-answer.js'

/** Why a strategy's answer cannot be made into orders. */
export type Flaw = Omit<Refusal, 'intent'>

const MILLIONTHS = 1_000_000

/** The first flaw of an answer. Types cannot prevent one: a plugin may be JavaScript, and a division by zero is a number. */
export function flawOf({ kind, bid, ask, take }: Answer): Flaw | null {
  if (kind === 'take') return take === null ? null : flawOfLevel(take.worst)
  const flaw = flawOfSide(bid) ?? flawOfSide(ask)
  if (flaw !== null) return flaw
  const highest = bid.best
  const lowest = ask.best === 0 ? Price.ONE : ask.best
  if (highest < lowest) return null
  return { rule: 'crossed', limit: lowest, found: highest, note: `a bid of ${highest} is not below an ask of ${lowest}` }
}

function flawOfSide(target: Target): Flaw | null {
  if (target.isNone) return null
  if (target.isOne) return flawOfLevel(target)
  const { levels } = target
  if (levels.length > LEVELS_MAX)
    return { rule: 'levelsMax', limit: LEVELS_MAX, found: levels.length, note: `more than ${LEVELS_MAX} levels on a side` }
  for (const level of levels) {
    const flaw = flawOfLevel(level)
    if (flaw !== null) return flaw
  }
  return null
}

function flawOfLevel({ price, size }: Level): Flaw | null {
  if (!Number.isSafeInteger(price) || price <= 0 || price >= Price.ONE)
    return valueFlaw(
      'price',
      Price.ONE,
      price,
      `price ${price}; expected a whole number of 1/10,000, from 1 to 9999: Price.floor makes one`,
    )
  if (!Number.isSafeInteger(size) || size < 0)
    return valueFlaw('size', 0, size, `size ${size}; expected a whole number of millionths of a share: Size.ofShares makes one`)
  if (size <= Size.ORDER_MAX) return null
  const [limit, found] = [Size.ORDER_MAX / MILLIONTHS, size / MILLIONTHS]
  return valueFlaw('orderMaxShares', limit, found, `a size of ${found} shares; an order has at most ${limit}`)
}

/** JSON has no NaN and no infinity: there `found` is 0. */
const valueFlaw = (rule: string, limit: number, found: number, note: string): Flaw => ({
  rule,
  limit,
  found: Number.isFinite(found) ? found : 0,
  note,
})
