import type { Alert, Condition } from './alert.js'

/** The active alerts. An active alert is not reported again, and a condition that lasts only moments is never reported. */
export interface FiringAlerts {
  /** Takes all conditions at this moment. */
  readonly see: (conditions: readonly Condition[], atMs: number) => void
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
  const begin = (condition: Condition, atMs: number): void => {
    const sinceMs = firstOf(heldSince, condition.id, atMs)
    const isFull = all.size >= FIRING_MAX && condition.severity !== 'critical'
    if (atMs - sinceMs < afterMs(condition) || isFull) return
    heldSince.delete(condition.id)
    all.set(condition.id, { ...condition, sinceMs, endedMs: null })
  }
  /** Its condition still holds: it gets the newest severity and text. */
  const renew = (condition: Condition, known: Alert): void => {
    goneSince.delete(condition.id)
    const { severity, text, market } = condition
    all.set(condition.id, { ...known, severity, text, market })
  }
  const end = (alert: Alert, atMs: number): void => {
    const sinceMs = firstOf(goneSince, alert.id, atMs)
    if (atMs - sinceMs < goneMs(alert)) return
    goneSince.delete(alert.id)
    all.delete(alert.id)
  }
  return {
    all,
    see: (conditions, atMs) => {
      const seen = new Set(conditions.map(({ id }) => id))
      for (const id of heldSince.keys()) if (!seen.has(id)) heldSince.delete(id)
      for (const condition of conditions) {
        const known = all.get(condition.id)
        if (known === undefined) begin(condition, atMs)
        else renew(condition, known)
      }
      for (const alert of [...all.values()]) if (!seen.has(alert.id)) end(alert, atMs)
    },
  }
}

/** When something was first seen. If the wall clock was set back since, it begins again: otherwise nothing would be reported for that long. */
function firstOf(seen: Map<string, number>, id: string, atMs: number): number {
  const sinceMs = Math.min(seen.get(id) ?? atMs, atMs)
  seen.set(id, sinceMs)
  return sinceMs
}
