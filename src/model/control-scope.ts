import type { Timestamp } from './time.js'

/** What a person pauses or resumes: everything, one market by id, or the markets of one strategy by name. */
export type ControlScope = 'all' | `market:${string}` | `strategy:${string}`

/** How positions are closed: by takes at most this many ticks worse than the best price; null: by resting orders. */
export interface Closing {
  readonly crossTicks: number | null
}

/** How positions are closed, for people. */
export const closingText = ({ crossTicks }: Closing): string =>
  crossTicks === null ? 'by resting orders' : `by takes of at most ${crossTicks} ticks beyond the best price`

/** Whether two closings are the same; null: there is none. */
export const isSameClosing = (a: Closing | null, b: Closing | null): boolean =>
  a === null || b === null ? a === b : a.crossTicks === b.crossTicks

/** Who paused something, and when. */
export interface Pause {
  readonly who: string
  readonly at: Timestamp
  /** Present: what is held there is sold, and nothing else is placed. Absent: nothing is placed. */
  readonly closing?: Closing
}

/** Whether a scope contains a market that this strategy quotes. */
export const isIn = (scope: ControlScope, market: string, strategy: string): boolean =>
  scope === 'all' || scope === `market:${market}` || scope === `strategy:${strategy}`

/** A scope as text for people. */
export function scopeText(scope: ControlScope): string {
  if (scope === 'all') return 'all markets'
  const [kind, name] = [scope.slice(0, scope.indexOf(':')), scope.slice(scope.indexOf(':') + 1)]
  return `${kind} ${name}`
}
