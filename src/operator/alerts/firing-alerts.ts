import type { Alert, Condition } from './alert.js'

/** The active alerts. An active alert is not reported again, and a condition that lasts only moments is never reported. */
export interface FiringAlerts {
  /** Takes all conditions at this moment. Returns whether an alert started, ended or became worse. */
  readonly see: (conditions: readonly Condition[], atMs: number) => boolean
  /** By id. */
  readonly all: ReadonlyMap<string, Alert>
}

export interface FiringOptions {
  /** How long a condition must last before it is reported, in ms. */
  readonly afterMs: (condition: Condition) => number
  /** How long a condition must be over before the alert ends, in ms. */
  readonly goneMs: (alert: Alert) => number
  /** Alerts that were active before a restart: they end, or continue without being reported again. */
  readonly before?: readonly Alert[]
}

/** The most conditions at one time; more are not distinguished, except for critical ones, of which there are few. */
export const FIRING_MAX = 500

/** Creates an empty set. */
export function createFiringAlerts({ afterMs, goneMs, before = [] }: FiringOptions): FiringAlerts {
  const all = new Map(before.map(alert => [alert.id, alert]))
  const heldSince = new Map<string, number>()
  const goneSince = new Map<string, number>()
  const begin = (condition: Condition, atMs: number): boolean => {
    const sinceMs = firstOf(heldSince, condition.id, atMs)
    const isFull = all.size >= FIRING_MAX && condition.severity !== 'critical'
    if (atMs - sinceMs < afterMs(condition) || isFull) return false
    heldSince.delete(condition.id)
    all.set(condition.id, { ...condition, sinceMs, endedMs: null })
    return true
  }
  const go = (condition: Condition, known: Alert): boolean => {
    goneSince.delete(condition.id)
    const { severity, text, market } = condition
    all.set(condition.id, { ...known, severity, text, market })
    return severity !== known.severity
  }
  const end = (alert: Alert, atMs: number): boolean => {
    const sinceMs = firstOf(goneSince, alert.id, atMs)
    if (atMs - sinceMs < goneMs(alert)) return false
    goneSince.delete(alert.id)
    all.delete(alert.id)
    return true
  }
  return {
    all,
    see: (conditions, atMs) => {
      let hasChanged = false
      const seen = new Set(conditions.map(({ id }) => id))
      for (const id of heldSince.keys()) if (!seen.has(id)) heldSince.delete(id)
      for (const condition of conditions) {
        const known = all.get(condition.id)
        hasChanged = (known === undefined ? begin(condition, atMs) : go(condition, known)) || hasChanged
      }
      for (const alert of [...all.values()]) if (!seen.has(alert.id)) hasChanged = end(alert, atMs) || hasChanged
      return hasChanged
    },
  }
}

/** When something was first seen. If the wall clock was set back since, it begins again: otherwise nothing would be reported for that long. */
function firstOf(seen: Map<string, number>, id: string, atMs: number): number {
  const sinceMs = Math.min(seen.get(id) ?? atMs, atMs)
  seen.set(id, sinceMs)
  return sinceMs
}
