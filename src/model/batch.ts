import type { Closing } from './closing.js'
import type { ControlScope } from './control-scope.js'
import type { EventColumns } from './event.js'
import type { Halt } from './halt.js'
import type { MarketId, MarketIndex } from './ids.js'
import type { Limits } from './limits.js'
import type { Report } from './report.js'
import type { RequoteOptions } from './requote-options.js'
import type { Timestamp } from './time.js'

/** Who acted, and when. `key`: id of one client action, so that the journal records a repeated request once. Absent: the program itself acted. */
interface Acted {
  readonly who: string
  readonly at: Timestamp
  readonly key?: string
}

/**
 * An operator's control. `cancel-all` implies `pause`; `close` is a pause in which what is held is sold; `restart` creates the strategies of its
 * scope again, including failed ones. Without a scope, a pause ends with the run, and a resume clears only a halt and such a pause: start and stop
 * use these. With a scope, a pause lasts until a person resumes.
 */
export interface Hand extends Acted {
  readonly what: 'halt' | 'resume' | 'pause' | 'close' | 'cancel-all' | 'restart'
  readonly scope?: ControlScope
  /** Of a close. Absent: `BY_RESTING`. */
  readonly closing?: Closing
  /** Of a halt by this program: the limit that was passed. Absent: a person asked for it. */
  readonly why?: Halt
}

/** A settings field that a person changed, by its config name. */
export interface SettingChange {
  readonly path: string
  readonly from: unknown
  readonly to: unknown
}

/** New parameters of one strategy, checked by its schema. */
export interface ParametersChange {
  /** Index of the strategy in the config. */
  readonly stanza: number
  readonly parameters: unknown
  /** Complete parameters of the markets that have their own. */
  readonly markets: Readonly<Record<MarketId, unknown>>
}

/** A person changed settings. The change lasts as long as the run. */
export interface SettingsControl extends Acted {
  readonly what: 'set'
  readonly changes: readonly SettingChange[]
  /** All limits from now on. Absent: unchanged. */
  readonly limits?: Limits
  /** Absent: unchanged. */
  readonly requote?: RequoteOptions
  readonly parameters?: readonly ParametersChange[]
  /**
   * True: a limit is tighter than before. Resting orders were checked against the wider one, so they are canceled and placed again under the new one.
   */
  readonly isTighter: boolean
}

/** A strategy's code failed outside a decision, in a callback or a promise: it is stopped in all its markets. */
export interface StrategyFault extends Acted {
  readonly what: 'fault'
  readonly strategy: string
  readonly markets: readonly MarketIndex[]
  readonly message: string
  readonly stack: string
}

/** Inputs other than market events and the venue's reports. */
export type Control = Hand | SettingsControl | StrategyFault

/**
 * The input of one turn: a window over columns. An input log marks the end of each batch; in imported data without marks, a batch is the rows of one
 * `receivedAt`.
 */
export interface Batch {
  /** The newest `receivedAt` of the batch. Monotonic: setting the wall clock does not move it. */
  readonly now: Timestamp
  /** Wall clock minus `now`, in microseconds. Expirations, calendar windows and UTC days use wall time: `now + wallOffset`. */
  readonly wallOffset: number
  readonly events: EventColumns
  readonly from: number
  readonly to: number
  readonly reports: readonly Report[]
  readonly controls: readonly Control[]
  readonly timer: boolean
}
