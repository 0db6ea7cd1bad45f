import type { ControlScope } from './control-scope.js'
import type { EventColumns } from './event.js'
import type { MarketId, MarketIndex } from './ids.js'
import type { Limits } from './limits.js'
import type { Report } from './report.js'
import type { RequoteOptions } from './requote-options.js'
import type { Timestamp } from './time.js'

/** Who acts, and when. `key`: the name of one action of a client, so that the journal shows a repeat as one. Absent: this program itself acts. */
interface Acted {
  readonly who: string
  readonly at: Timestamp
  readonly key?: string
}

/**
 * The operator's hand. `cancel-all` implies `pause`; `restart` has the strategies of its scope made again, also those that failed. Without a scope a pause
 * ends with the run, and a resume clears a halt and such a pause alone: a start and a stop do that. With one a pause lasts until a person resumes.
 */
export interface Hand extends Acted {
  readonly what: 'halt' | 'resume' | 'pause' | 'cancel-all' | 'restart'
  readonly scope?: ControlScope
}

/** A field of the settings that a person changed, as the config names it. */
export interface SettingChange {
  readonly path: string
  readonly from: unknown
  readonly to: unknown
}

/** Parameters of one strategy from here on, checked by its schema. */
export interface ParametersChange {
  /** The place of the strategy in the config. */
  readonly stanza: number
  readonly parameters: unknown
  /** Of markets that have their own, whole. */
  readonly markets: Readonly<Record<MarketId, unknown>>
}

/** A person changed settings of a run. It lasts as long as the run. */
export interface SettingsControl extends Acted {
  readonly what: 'set'
  readonly changes: readonly SettingChange[]
  /** All limits from here on. Absent: they stay. */
  readonly limits?: Limits
  /** Absent: it stays. */
  readonly requote?: RequoteOptions
  readonly parameters?: readonly ParametersChange[]
  /** A limit is tighter than before: what rests was checked against the wider one, so it is canceled and opened again under the new one. */
  readonly isTighter: boolean
}

/** Code of a strategy failed outside of its decisions, in a callback or a promise: it is stopped in all its markets. */
export interface StrategyFault extends Acted {
  readonly what: 'fault'
  readonly strategy: string
  readonly markets: readonly MarketIndex[]
  readonly message: string
  readonly stack: string
}

/** What comes in beside the market and the venue's reports. */
export type Control = Hand | SettingsControl | StrategyFault

/**
 * What one gather took: one turn's input, a window over columns. A log marks its end; imported data have no marks,
 * there it is the rows of one `receivedAt`.
 */
export interface Batch {
  /** Its newest `receivedAt`. Runs evenly: setting the wall clock does not move it. */
  readonly now: Timestamp
  /** What the wall clock says less `now`, in microseconds. Expirations, calendar windows and UTC days go by the wall: `now + wallOffset`. */
  readonly wallOffset: number
  readonly events: EventColumns
  readonly from: number
  readonly to: number
  readonly reports: readonly Report[]
  readonly controls: readonly Control[]
  readonly timer: boolean
}
