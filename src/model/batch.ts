import type { EventColumns } from './event.js'
import type { Report } from './report.js'
import type { Timestamp } from './time.js'

/** The operator's hand. `cancel-all` implies `pause`. */
export interface Control {
  readonly what: 'halt' | 'resume' | 'pause' | 'cancel-all'
  readonly who: string
  readonly at: Timestamp
}

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
