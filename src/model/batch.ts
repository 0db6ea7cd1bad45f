import type { EventColumns } from './event.js'
import type { MarketIndex } from './ids.js'
import type { Report } from './report.js'
import type { Timestamp } from './time.js'

/** The operator's hand. `cancel-all` implies `pause`. */
export interface Hand {
  readonly what: 'halt' | 'resume' | 'pause' | 'cancel-all'
  readonly who: string
  readonly at: Timestamp
}

/** Code of a strategy failed outside of its decisions, in a callback or a promise: it is stopped in all its markets. */
export interface StrategyFault {
  readonly what: 'fault'
  readonly strategy: string
  readonly markets: readonly MarketIndex[]
  readonly message: string
  readonly stack: string
  readonly who: string
  readonly at: Timestamp
}

/** What comes in beside the market and the venue's reports. */
export type Control = Hand | StrategyFault

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
