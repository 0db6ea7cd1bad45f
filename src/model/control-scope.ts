import type { Timestamp } from './time.js'

/** What a person pauses or resumes: everything, one market by id, or the markets of one strategy by name. */
export type ControlScope = 'all' | `market:${string}` | `strategy:${string}`

/** Who paused something, and when. */
export interface Pause {
  readonly who: string
  readonly at: Timestamp
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
