import type { Desk } from '../engine/desk.js'
import type { Assignment } from '../engine/desk-options.js'
import type { StrategyFault } from '../model/batch.js'
import { thrownTexts } from '../model/fault.js'
import type { MarketIndex } from '../model/ids.js'
import type { Clock } from '../model/time.js'
import { pathsOf } from './plugin-frame.js'

/** An assignment with the file of its strategy, or the folder of its package. Without one it cannot be found by a stack. */
export type PlacedAssignment = Assignment & { readonly place?: string }

interface BlameParts {
  /** For the current markets. */
  readonly assignments: () => readonly PlacedAssignment[]
  readonly desk: Pick<Desk, 'summary'>
  readonly clock: Clock
  readonly control: (fault: StrategyFault) => void
}

/**
 * Creates the search for the strategy behind an uncaught error, such as a rejected promise or a timer that throws: the innermost frame inside a
 * strategy's file or package decides. Returns whether one was found; it is then stopped in all its markets by an input like any other, so that a
 * replay stops it too.
 */
export function createBlame({ assignments, desk, clock, control }: BlameParts): (thrown: unknown) => boolean {
  return thrown => {
    const { message, stack } = thrownTexts(thrown)
    const all = assignments()
    const place = placeIn(stack, all)
    if (place === null) return false
    const own = all.filter(assignment => assignment.place === place)
    const markets = own.map(({ market }) => market)
    const strategy = own[0]?.definition.name ?? ''
    // A timer that keeps throwing is reported once.
    if (isAnyAlive(desk, markets))
      control({ what: 'fault', strategy, markets, message, stack, who: 'stray error', at: clock.now() })
    return true
  }
}

/** The strategy whose code is innermost in a stack. */
export function placeIn(stack: string, assignments: readonly Pick<PlacedAssignment, 'place'>[]): string | null {
  const places = new Set(assignments.flatMap(({ place }) => place ?? []))
  for (const path of pathsOf(stack))
    for (const place of places) if (path === place || path.startsWith(`${place}/`)) return place
  return null
}

const isAnyAlive = (desk: BlameParts['desk'], markets: readonly MarketIndex[]): boolean => {
  const told = desk.summary().markets
  return told.some(({ market, fault }) => markets.includes(market.index) && fault === null)
}
