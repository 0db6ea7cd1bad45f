import type { Desk } from '../engine/desk.js'
import type { Assignment } from '../engine/desk-options.js'
import type { StrategyFault } from '../model/batch.js'
import { thrownTexts } from '../model/fault.js'
import type { MarketIndex } from '../model/ids.js'
import type { Clock } from '../model/time.js'
import { pathsOf } from './plugin-frame.js'

/** An assignment with the file its strategy was loaded from, or the folder of its package. Without one it is never found by a stack. */
export type PlacedAssignment = Assignment & { readonly place?: string }

interface BlameParts {
  /** Of the markets that there are now. */
  readonly assignments: () => readonly PlacedAssignment[]
  readonly desk: Pick<Desk, 'summary'>
  readonly clock: Clock
  readonly control: (fault: StrategyFault) => void
}

/**
 * Makes what looks for the strategy behind an error that no one caught, such as a rejected promise or a timer that throws: the innermost
 * frame that lies in a strategy's place tells. Answers whether there is one; it is then stopped in all its markets, by an input that
 * comes through the door as every other, so that a replay stops it too.
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
    // A timer that goes on throwing says nothing new.
    if (isAnyAlive(desk, markets))
      control({ what: 'fault', strategy, markets, message, stack, who: 'stray error', at: clock.now() })
    return true
  }
}

/** The place of the strategy whose code stands innermost in a stack. */
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
