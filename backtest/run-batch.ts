import type { Batch } from '../src/model/batch.js'
import { packEvents } from '../src/model/columns.js'
import type { EventColumns } from '../src/model/event.js'
import { Timestamp } from '../src/model/time.js'

const NO_EVENTS = packEvents([])
const NO_REPORTS: Batch['reports'] = []
const NO_CONTROLS: Batch['controls'] = []

/**
 * A batch of a backtest that is written again for each turn. A class and not a literal, whose first time is a double: then V8 gives that field memory
 * of its own, and a time that is written makes no object.
 */
export class RunBatch implements Batch {
  now = Timestamp.NEVER
  readonly wallOffset = 0
  events: EventColumns = NO_EVENTS
  from = 0
  to = 0
  reports: Batch['reports'] = NO_REPORTS
  readonly controls: Batch['controls'] = NO_CONTROLS
  timer = false
}
