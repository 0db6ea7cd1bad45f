import type { AlertThresholds } from './alert-rules.js'
import type { SinkOptions } from './sink-options.js'

/** The alerts of a config, with their secrets. */
export interface AlertsTask {
  readonly sinks: readonly SinkOptions[]
  readonly when: AlertThresholds
  /** null: no outside watcher expects heartbeats. */
  readonly heartbeat: { readonly url: string; readonly everyMs: number } | null
}
