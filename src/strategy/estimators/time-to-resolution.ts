/** A value at some time left. */
export interface Knot {
  readonly secondsLeft: number
  readonly value: number
}

/** How much of a market's remaining life a model uses. */
export interface HorizonOptions {
  /** The longest time that inventory is expected to be held: in a market that ends in months, it is not held for months. */
  readonly horizonSeconds: number
}

/** The time that inventory must be carried, in seconds: the time left, at most the horizon. `secondsLeft` null: no known end, so the horizon. */
export const secondsToCarry = (secondsLeft: number | null, { horizonSeconds }: HorizonOptions): number =>
  secondsLeft === null ? horizonSeconds : Math.min(horizonSeconds, Math.max(0, secondsLeft))

/**
 * A value as a function of the time left: linear between knots and constant beyond the first and the last. Knots must be in ascending order of time
 * left. `secondsLeft` null: no known end, so the value of the last knot. Throws a RangeError without knots.
 */
export function byTimeLeft(secondsLeft: number | null, knots: readonly Knot[]): number {
  const last = knots.at(-1)
  if (last === undefined) throw new RangeError('a schedule has at least one knot, found none')
  if (secondsLeft === null || secondsLeft >= last.secondsLeft) return last.value
  let before: Knot | null = null
  for (const knot of knots) {
    if (secondsLeft <= knot.secondsLeft) return before === null ? knot.value : between(before, knot, secondsLeft)
    before = knot
  }
  return last.value
}

const between = (a: Knot, b: Knot, secondsLeft: number): number =>
  a.value + ((b.value - a.value) * (secondsLeft - a.secondsLeft)) / (b.secondsLeft - a.secondsLeft)
