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
  return { rule: 'crossed', limit: lowest, found: highest, note: 'the bid must stay below the ask' }
}

function flawOfSide(target: Target): Flaw | null {
  if (target.isNone) return null
  if (target.isOne) return flawOfLevel(target)
  const { levels } = target
  if (levels.length > LEVELS_MAX)
    return { rule: 'levelsMax', limit: LEVELS_MAX, found: levels.length, note: 'too many levels on a side' }
  for (const level of levels) {
    const flaw = flawOfLevel(level)
    if (flaw !== null) return flaw
  }
  return null
}

function flawOfLevel(level: Level): Flaw | null {
  const { price, size } = level
  if (!Number.isSafeInteger(price) || price <= 0 || price >= Price.ONE) return levelFlaw('price', Price.ONE, price, level)
  if (!Number.isSafeInteger(size) || size < 0) return levelFlaw('size', 0, size, level)
  return size <= Size.ORDER_MAX ? null : levelFlaw('orderMaxShares', Size.ORDER_MAX / MILLIONTHS, size / MILLIONTHS, level)
}

const levelFlaw = (rule: string, limit: number, found: number, { price, size }: Level): Flaw => ({
  rule,
  limit,
  found: Number.isFinite(found) ? found : 0,
  note: `price ${String(price)} in 1/10,000, size ${String(size)} in millionths of a share`,
})
