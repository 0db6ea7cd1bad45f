import type { Place, Refusal } from '../model/intent.js'
import { isYesBid } from '../model/money.js'
import { roundingBound } from './fee-bound.js'
import { cashOf, halved, lossOf } from './order-loss.js'
import type { ScopeStance, Stance } from './stance.js'
import { UNITS } from './units.js'

/** The first shared limit that refuses an order: of its strategy, of its neg-risk group, then of the account. */
export function brokenSum(place: Place, stance: Stance): Omit<Refusal, 'intent'> | null {
  for (const scope of stance.scopes) {
    const broken = brokenIn(scope, place, stance)
    if (broken !== null) return { ...broken, rule: `${scope.whose}.${broken.rule}`, note: scope.name }
  }
  return null
}

function brokenIn(scope: ScopeStance, place: Place, stance: Stance): Omit<Refusal, 'intent'> | null {
  const { limits, heldCost, reserved } = scope
  const bought = place.side === 'sell' ? Number.NEGATIVE_INFINITY : cashOf(place, place.size, stance.market)
  return (
    above('positionMaxUsdt', limits.positionMaxUsdt, heldCost + reserved + bought) ??
    above('openNotionalMaxUsdt', limits.openNotionalMaxUsdt, reserved + bought) ??
    above(
      'worstCaseLossMaxUsdt',
      limits.worstCaseLossMaxUsdt,
      limits.worstCaseLossMaxUsdt === null ? 0 : worstAfter(scope, place, stance),
    )
  )
}

/** In 1e-10. */
const above = (rule: string, limit: number | null, found: number): Omit<Refusal, 'intent'> | null =>
  limit !== null && found / UNITS > limit ? { rule, limit, found: found / UNITS } : null

/** The worst case of a scope with this order; 0 if the order does not increase it. */
function worstAfter(scope: ScopeStance, place: Place, stance: Stance): number {
  const { lossIfYes, lossIfNo, lossIfHalf, market } = stance
  const loss = lossOf(place, place.size, market)
  const rounding = roundingBound(place, market)
  const isBid = isYesBid(place)
  const before = worstOf(scope, lossIfYes, lossIfNo, lossIfHalf)
  const ifHalf = lossIfHalf + halved(loss, place.size) + rounding
  const after = worstOf(scope, lossIfYes + (isBid ? 0 : loss) + rounding, lossIfNo + (isBid ? loss : 0) + rounding, ifHalf)
  return after > before ? after : 0
}

function worstOf({ ifWins, ifLoses, ifVoid, rest }: ScopeStance, ifYes: number, ifNo: number, ifHalf: number): number {
  return Math.max(0, ifYes + ifWins, ifNo + ifLoses, ifHalf + ifVoid) + rest
}
