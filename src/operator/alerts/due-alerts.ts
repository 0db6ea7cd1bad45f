import { type Alert, isAtLeast, type Severity } from './alert.js'
import { FIRING_MAX } from './firing-alerts.js'

/**
 * What one receiver has been told, and what it has yet to be told. Works from what is on now, so a receiver that was away hears how things stand and not
 * each step that led there.
 */
export interface DueAlerts {
  /** Compares what is on with what was told. */
  update(firing: ReadonlyMap<string, Alert>, atMs: number): void
  /** The oldest that are due; they stay due until `told`. */
  next(max: number): readonly Alert[]
  /** These arrived. */
  told(alerts: readonly Alert[]): void
  /** What the receiver believes to be on. */
  readonly known: readonly Alert[]
  readonly waiting: number
  /** How many were given up because too many waited. */
  readonly dropped: number
}

export interface DueOptions {
  readonly severityMin: Severity
  readonly isQuiet: (atMs: number) => boolean
  /** What it was told before a restart. */
  readonly before?: readonly Alert[]
}

/** A receiver that is away for long loses the oldest beyond this, of those that are over. */
export const WAITING_MAX = 2 * FIRING_MAX

/** Makes one for a receiver. */
export function createDueAlerts({ severityMin, isQuiet, before = [] }: DueOptions): DueAlerts {
  const known = new Map(before.map(alert => [alert.id, alert]))
  const due = new Map<string, Alert>()
  let dropped = 0
  const put = (alert: Alert): void => {
    due.set(alert.id, alert)
    if (due.size <= WAITING_MAX) return
    const oldest = [...due.values()].find(({ endedMs }) => endedMs !== null) ?? alert
    due.delete(oldest.id)
    dropped++
  }
  const mayPass = (severity: Severity, atMs: number): boolean => severity === 'critical' || !isQuiet(atMs)
  const ring = (alert: Alert, atMs: number): void => {
    if (!isAtLeast(alert.severity, severityMin) || !mayPass(alert.severity, atMs)) return
    const last = due.get(alert.id) ?? known.get(alert.id)
    const isWorse = last !== undefined && last.severity !== alert.severity && isAtLeast(alert.severity, last.severity)
    if (last === undefined || last.endedMs !== null || isWorse) put(alert)
  }
  const end = (alert: Alert, atMs: number): void => {
    if (alert.endedMs === null && mayPass(alert.severity, atMs)) put({ ...alert, endedMs: atMs })
  }
  return {
    update: (firing, atMs) => {
      for (const alert of firing.values()) ring(alert, atMs)
      // One that began and ended while the receiver was away is told as one that is over.
      for (const alert of [...due.values()]) if (!firing.has(alert.id)) end(alert, atMs)
      for (const alert of known.values()) if (!firing.has(alert.id) && !due.has(alert.id)) end(alert, atMs)
    },
    next: max => [...due.values()].slice(0, max),
    told: alerts => {
      for (const alert of alerts) {
        if (due.get(alert.id) === alert) due.delete(alert.id)
        if (alert.endedMs === null) known.set(alert.id, alert)
        else known.delete(alert.id)
      }
    },
    get known() {
      return [...known.values()]
    },
    get waiting() {
      return due.size
    },
    get dropped() {
      return dropped
    },
  }
}
