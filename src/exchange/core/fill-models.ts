import type { FillModel } from '../../model/fill-model.js'
import { Size } from '../../model/money.js'

/**
 * Only prints move our order forward: size that leaves without a print stood behind us, and size that returns within a second is the size that
 * left. A lower bound on fills.
 */
export const pessimistic: FillModel = {
  name: 'pessimistic',
  fillsOnTouch: false,
  flickerUs: 1_000_000,
  joinsBehind: shown => shown,
  leftAhead: () => Size.ZERO,
}

/** Nothing stands ahead of our order, and any print at its price or beyond fills it completely. An upper bound on fills. */
export const optimistic: FillModel = {
  name: 'optimistic',
  fillsOnTouch: true,
  flickerUs: 0,
  joinsBehind: () => Size.ZERO,
  leftAhead: (gone, ahead) => Size.min(gone, ahead),
}

/**
 * Size that leaves without a print is shared between ahead and behind by a power of their sizes (hftbacktest's power queue): with f(x) = x^power the
 * share behind is f(behind) / (f(behind) + f(ahead)). Powers of multiplication only, so every platform gets the same bits. Throws a
 * RangeError where the power is not a whole number from 1 to 8.
 */
export function createProbabilistic(power = 3): FillModel {
  if (!Number.isInteger(power) || power < 1 || power > 8)
    throw new RangeError(`the power of a fill model must be a whole number from 1 to 8, found ${power}`)
  return {
    name: 'probabilistic',
    fillsOnTouch: false,
    flickerUs: 0,
    joinsBehind: shown => shown,
    leftAhead: (gone, ahead, behind) => Size.of(drawnAhead({ gone, ahead, behind, power })),
  }
}

/** The probabilistic model with the power that fits most venues. */
export const probabilistic: FillModel = createProbabilistic()

const drawnAhead = (queue: { gone: number; ahead: number; behind: number; power: number }): number => {
  const { gone, ahead, behind, power } = queue
  if (ahead + behind <= 0) return 0
  // Parts of the whole, so that their powers stay small numbers.
  const front = raised(ahead / (ahead + behind), power)
  const back = raised(behind / (ahead + behind), power)
  const isBehind = back / (back + front)
  // If more would leave from behind than stands there, the rest left from ahead.
  const overdrawn = Math.max(isBehind * gone - behind, 0)
  // Rounded down, against us: fewer have left from ahead.
  return Math.min(ahead, Math.floor((1 - isBehind) * gone + overdrawn))
}

const raised = (value: number, power: number): number => {
  let result = value
  for (let times = 1; times < power; times++) result *= value
  return result
}

/** The models by their names. */
export const FILL_MODELS = { pessimistic, probabilistic, optimistic } as const satisfies Readonly<Record<string, FillModel>>
/** The name of a model of the queue: how much of what leaves a recorded level without a print stood ahead of our order. */
export type FillModelName = keyof typeof FILL_MODELS
