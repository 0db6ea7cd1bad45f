import type { Alert, Condition } from './alert.js'

/** Which alerts are on. One that is on does not ring again; one that comes and goes within moments never rings. */
export interface FiringAlerts {
  /** What is wrong at this moment, all of it. Returns whether anything rang, ended or became worse. */
  readonly see: (conditions: readonly Condition[], atMs: number) => boolean
  /** By id. */
  readonly all: ReadonlyMap<string, Alert>
}

export interface FiringOptions {
  /** How long a condition has to hold before it rings, in ms. */
  readonly afterMs: (condition: Condition) => number
  /** How long it has to be gone before it ends, in ms. */
  readonly goneMs: (alert: Alert) => number
  /** Those that were on before a restart: they end, or go on without ringing again. */
  readonly before?: readonly Alert[]
}

/** More trouble than this at one time is not told apart. */
export const FIRING_MAX = 500

/** Makes one. */
export function createFiringAlerts({ afterMs, goneMs, before = [] }: FiringOptions): FiringAlerts {
  const all = new Map(before.map(alert => [alert.id, alert]))
  const heldSince = new Map<string, number>()
  const goneSince = new Map<string, number>()
  const begin = (condition: Condition, atMs: number): boolean => {
    const sinceMs = heldSince.get(condition.id) ?? atMs
    heldSince.set(condition.id, sinceMs)
    if (atMs - sinceMs < afterMs(condition) || all.size >= FIRING_MAX) return false
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
    const sinceMs = goneSince.get(alert.id) ?? atMs
    goneSince.set(alert.id, sinceMs)
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
