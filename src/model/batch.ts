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
  /** Its newest `receivedAt`. */
  readonly now: Timestamp
  readonly events: EventColumns
  readonly from: number
  readonly to: number
  readonly reports: readonly Report[]
  readonly controls: readonly Control[]
  readonly timer: boolean
}
