import type { Sequencer } from '../log/sequencer.js'
import type { Reads } from '../read-models/reads.js'
import type { TextLog } from '../text-log.js'
import type { Timers } from '../timers.js'

/** What changes the exchange: the sequencer takes each change, and a change is decided by what is read. */
export interface Writes {
  readonly reads: Reads
  readonly sequencer: Sequencer
  /** How rounds, the programme and the crowd wait. */
  readonly timers: Timers
  readonly log: TextLog
}
