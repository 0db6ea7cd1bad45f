import type { Closing } from './closing.js'
import type { Timestamp } from './time.js'

/** What a person pauses or resumes: everything, one market by id, or the markets of one strategy by name. */
export type ControlScope = 'all' | `market:${string}` | `strategy:${string}`

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

/** What a pause does to the markets of its scope, in a word. */
export const pauseWord = ({ closing }: Pick<Pause, 'closing'>): string => (closing === undefined ? 'paused' : 'closed')
