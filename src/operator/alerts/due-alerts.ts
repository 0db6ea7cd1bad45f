import { type Alert, isAtLeast, type Severity } from './alert.js'
import { FIRING_MAX } from './firing-alerts.js'

/**
 * The alerts that one receiver got, and those that are due. It compares with the present state, so a receiver that was unreachable gets the present
 * state and not every step before it.
 */
export interface DueAlerts {
  /** Compares the active alerts with what was sent. */
  update(firing: ReadonlyMap<string, Alert>, atMs: number): void
  /** The oldest due alerts; they stay due until `told` is called. */
  next(max: number): readonly Alert[]
  /** These were delivered. */
  told(alerts: readonly Alert[]): void
  /** The alerts that the receiver believes are active. */
  readonly known: readonly Alert[]
  readonly waiting: number
  /** Number of alerts that were dropped because too many waited. */
  readonly dropped: number
}

export interface DueOptions {
  readonly severityMin: Severity
  readonly isQuiet: (atMs: number) => boolean
  /** What it got before a restart. */
  readonly before?: readonly Alert[]
}

/** For a receiver that is unreachable for long: beyond this number, the oldest ended alerts are dropped. */
export const WAITING_MAX = 2 * FIRING_MAX

/** Creates the state of a receiver. */
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
      // An alert that started and ended while the receiver was unreachable is sent as ended.
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
