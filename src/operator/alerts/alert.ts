/** Severities, the least severe first. */
export const SEVERITIES = ['info', 'warning', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

/** All kinds of alerts. docs/alerts.md says what each means and what to do. */
export const ALERT_KINDS = [
  'halt',
  'strategy',
  'difference',
  'feed',
  'no-quote',
  'limit',
  'settlement',
  'disk',
  'hang',
  'daemon',
  'keeper',
  'door',
  'restart-loop',
  'test',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** A problem that exists now. Two looks that find the same problem give it the same id. */
export interface Condition {
  readonly id: string
  readonly kind: AlertKind
  readonly severity: Severity
  /** One or two sentences for a person. */
  readonly text: string
  /** The market concerned; null: the problem concerns no single market. */
  readonly market: string | null
}

/** A condition that was reported. Times are milliseconds since the epoch. */
export type Alert = Condition & {
  readonly sinceMs: number
  /** When it ended; null: it is active. */
  readonly endedMs: number | null
}

/** The run that sends alerts. */
export interface AlertOrigin {
  readonly venue: string
  /** null: not known yet. */
  readonly wallet: string | null
  /** null: no run has begun. */
  readonly run: string | null
  /** The path of the config's file, as it was given. */
  readonly config: string
}

/** Whether one severity is at least as high as another. */
export const isAtLeast = (severity: Severity, least: Severity): boolean =>
  SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(least)
