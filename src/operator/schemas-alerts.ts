import { z } from 'zod'
import { ALERT_KINDS, SEVERITIES } from './alerts/alert.js'
import { count, list, row } from './schemas-words.js'

// The state of a daemon's alerts. A receiver is shown without its address.

const alertRow = row({
  id: z.string(),
  kind: z.enum(ALERT_KINDS),
  severity: z.enum(SEVERITIES),
  text: z.string(),
  market: z.string().nullable(),
  sinceMs: z.number().describe('since the epoch'),
}).meta({ id: 'Alert' })

const sinkRow = row({
  name: z.string().describe('its place in the config, and its template'),
  sent: count.describe('requests that it took'),
  failures: count.describe('requests that it did not take; each is tried again'),
  dropped: count.describe('alerts that were given up because too many waited'),
  waiting: count.describe('alerts that it has yet to be told'),
  lastFailure: z.string().nullable().describe('null: the last request was taken, or there was none'),
}).meta({ id: 'AlertSink' })

const heartbeatRow = row({
  sent: count,
  failures: count,
  lastFailure: z.string().nullable(),
}).meta({ id: 'Heartbeat' })

export const alertsCopy = row({
  firing: list(alertRow),
  sinks: list(sinkRow),
  heartbeat: heartbeatRow.nullable().describe('null: the config has no heartbeatUrl'),
}).meta({ id: 'Alerts' })

/** The active alerts, and the state of their receivers. */
export type AlertsCopy = z.output<typeof alertsCopy>
