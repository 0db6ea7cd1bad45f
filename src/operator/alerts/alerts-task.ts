import type { AlertThresholds } from './alert-rules.js'
import type { SinkOptions } from './sink-options.js'

/** What a config wants of alerts, with its secrets as they are. */
export interface AlertsTask {
  readonly sinks: readonly SinkOptions[]
  readonly when: AlertThresholds
  /** null: no watcher outside waits for heartbeats. */
  readonly heartbeat: { readonly url: string; readonly everyMs: number } | null
}
