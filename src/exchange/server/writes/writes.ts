import type { Sequencer } from '../log/sequencer.js'
import type { Reads } from '../read-models/reads.js'
import type { TextLog } from '../text-log.js'
import type { Timers } from '../timers.js'

/** What changes the exchange: what is read decides a change, and the sequencer carries it out. */
export interface Writes {
  readonly reads: Reads
  readonly sequencer: Sequencer
  /** Timers of rounds, the programme and the crowd. */
  readonly timers: Timers
  readonly log: TextLog
}
