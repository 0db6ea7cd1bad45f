import type { Sequencer } from '../log/sequencer.js'
import type { Reads } from '../read-models/reads.js'
import type { TextLog } from '../text-log.js'
import type { Timers } from '../timers.js'

/** What code that changes the exchange is handed: reads to decide by, and the sequencer, which carries out each change. */
export interface Writes {
  readonly reads: Reads
  readonly sequencer: Sequencer
  /** Timers of rounds, the programme and the crowd. */
  readonly timers: Timers
  readonly log: TextLog
}
