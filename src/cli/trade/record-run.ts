import { join, resolve } from 'node:path'
import type { DeskSettings } from '../../engine/desk-options.js'
import type { DeskState } from '../../engine/desk-state.js'
import type { Market } from '../../model/market.js'
import type { Clock } from '../../model/time.js'
import type { LogHeader } from '../../recording/log/log-record.js'
import { type InputLogWriter, writeInputLog } from '../../recording/log/write-input-log.js'
import { INPUT_LOG } from '../../recording/open-by-content.js'
import type { NamedAssignment } from '../config/bind-stanza.js'
import type { LoadedConfig } from '../config/config.js'
import { type LoadedFeed, loggedFeed } from '../config/load-feeds.js'
import type { Stanza } from '../config/load-stanzas.js'
import { builtInStrategies } from '../config/load-strategy.js'
import { packageVersion } from '../config/package-manifest.js'
import { venueOf } from '../config/venue-of-run.js'
import type { Logger } from '../screen/log.js'

/** The start of a run as its input log records it for a replay. */
export interface RunToRecord {
  readonly markets: readonly Market[]
  readonly assignments: readonly NamedAssignment[]
  /** The strategies of the config, if markets may join; null: none may. */
  readonly stanzas: readonly Stanza[] | null
  readonly feeds: readonly LoadedFeed[]
  readonly settings: DeskSettings
  readonly state: DeskState
  readonly loaded: LoadedConfig
  readonly clock: Clock
  readonly log: Logger
  /** `runs/<id>`. */
  readonly folder: string
}

/** Creates the input log of a run in its folder; `now` returns the state with which a later part of it begins. */
export function recordRun(run: RunToRecord, now: () => Pick<LogHeader, 'markets' | 'state'>): InputLogWriter {
  const { inputPartMaxMb: partMaxMb, inputPartMaxHours: partMaxHours, inputPartsMax: partsMax } = run.loaded.config.logs
  const builtIn = new Set(builtInStrategies())
  const logged = ({ strategy, parameters }: Pick<NamedAssignment, 'strategy' | 'parameters'>) => ({
    strategy,
    folder: builtIn.has(strategy) ? null : home,
    parameters,
  })
  const home = resolve(run.loaded.source.file, '..')
  return writeInputLog({
    file: join(run.folder, INPUT_LOG),
    parts: { partMaxMb, partMaxHours, partsMax },
    now,
    onProblem: text => run.log.error(text),
    header: {
      startedAt: run.clock.now(),
      oddsmith: packageVersion(),
      nodeMajor: Number(process.versions.node.split('.')[0]),
      ...venueOf(run.loaded),
      markets: run.markets,
      settings: run.settings,
      assignments: run.assignments.map(({ market, stanza, ...assignment }) => ({
        market,
        ...logged(assignment),
        ...(stanza !== undefined && { stanza }),
      })),
      ...(run.stanzas !== null && { stanzas: run.stanzas.map(logged) }),
      ...(run.feeds.length > 0 && { feeds: run.feeds.map(loggedFeed) }),
      state: run.state,
    },
  })
}
