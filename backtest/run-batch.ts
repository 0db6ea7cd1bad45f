import type { Batch } from '../src/model/batch.js'
import { packEvents } from '../src/model/columns.js'
import type { EventColumns } from '../src/model/event.js'
import { Timestamp } from '../src/model/time.js'

const NO_EVENTS = packEvents([])
const NO_REPORTS: Batch['reports'] = []
const NO_CONTROLS: Batch['controls'] = []

/**
 * A batch of a backtest; one object is rewritten for every turn. A class whose first time is a double: V8 then stores that field unboxed in place,
 * so writing a time allocates nothing.
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
