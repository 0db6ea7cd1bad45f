import type { BeatWatch } from '../../keeper/beat-watch.js'
import type { RunClock } from '../../model/time.js'
import type { AlertsTask } from '../../operator/alerts/alerts-task.js'
import type { OpenVenue } from '../../venues/venue-definition.js'
import type { LoadedConfig } from '../config/config.js'
import type { LoadedFeed } from '../config/load-feeds.js'
import type { Stanza } from '../config/load-stanzas.js'
import type { Logger, RunLog } from '../screen/log.js'
import type { HandedActs } from './door/handed-acts.js'
import type { EndOfRun } from './end-of-run.js'
import type { KeeperPipe } from './keeper-pipe.js'

/** The options of a run, loaded and checked. */
export interface PreparedRun {
  readonly clock: RunClock
  readonly loaded: LoadedConfig
  readonly stanzas: readonly Stanza[]
  readonly feeds: readonly LoadedFeed[]
  /** Opens another instance of the venue, for feeds. */
  readonly openAgain: () => Promise<OpenVenue>
  readonly runLog: RunLog
  readonly log: Logger
  readonly end: EndOfRun
  readonly home: string
  readonly forMs: number | null
  readonly isJson: boolean
  readonly keeper: KeeperPipe
  readonly attention: BeatWatch
  /** null: the config has no alerts. */
  readonly alerts: AlertsTask | null
  /** Requests of people that the keeper passed on. */
  readonly asked: HandedActs
}
