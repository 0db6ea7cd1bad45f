/** How much it matters, the least first. */
export const SEVERITIES = ['info', 'warning', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

/** Everything that rings. docs/operating.md says of each what it means and what to do. */
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

/** Something that is wrong now. Two looks that find the same trouble give it the same id. */
export interface Condition {
  readonly id: string
  readonly kind: AlertKind
  readonly severity: Severity
  /** One or two sentences for a person. */
  readonly text: string
  /** The market it is about; null: it is about no single one. */
  readonly market: string | null
}

/** A condition that rang. Times are milliseconds since the epoch. */
export type Alert = Condition & {
  readonly sinceMs: number
  /** null: it is still so. */
  readonly endedMs: number | null
}

/** Whose alerts they are. */
export interface AlertOrigin {
  readonly venue: string
  /** null: not known yet. */
  readonly wallet: string | null
  /** null: no run has begun. */
  readonly run: string | null
  /** The config's file, as it was named. */
  readonly config: string
}

/** Whether one matters at least as much as another. */
export const isAtLeast = (severity: Severity, least: Severity): boolean =>
  SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(least)
