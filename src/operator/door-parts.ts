import type { RunAlerts } from './alerts/run-alerts.js'
import type { DoorHistory } from './door-history.js'
import type { DoorTask } from './door-task.js'
import type { DoorTokens } from './door-tokens.js'
import type { EventStreams } from './event-streams.js'
import type { ProfitSeries } from './profit-series.js'
import type { Action, ActionAnswer } from './schemas-action.js'
import type { WatchedCopies } from './watched-copies.js'

/** Everything that answers are made from. */
export interface DoorParts {
  readonly task: DoorTask
  readonly tokens: DoorTokens
  readonly copies: WatchedCopies
  readonly history: DoorHistory
  readonly profit: ProfitSeries
  readonly streams: EventStreams
  readonly alerts: RunAlerts
  /** Carries out an action in the trading thread. */
  readonly act: (who: string, key: string, action: Action) => Promise<ActionAnswer>
  readonly port: () => number
}
