import type { Batch, Control } from '../model/batch.js'
import { createEventWriter } from '../model/columns.js'
import type { Report } from '../model/report.js'
import { Timestamp } from '../model/time.js'
import type { Decoder, Frame } from '../venues/venue.js'

/** Any input of a turn. */
export type TurnInput =
  | { readonly kind: 'frame'; readonly frame: Frame }
  | { readonly kind: 'report'; readonly report: Report }
  | { readonly kind: 'control'; readonly control: Control }
  | { readonly kind: 'timer'; readonly at: Timestamp }

export interface GatherOptions {
  readonly decoder: Decoder
  /** Difference of the wall clock to a batch's time, read once for each batch, in microseconds. */
  readonly wallOffset: () => number
  /** Runs work at the end of this event-loop turn; `setImmediate` live. */
  readonly soon: (work: () => void) => void
  /** Takes the batch; it must not be kept, because its columns are reused. */
  readonly consume: (batch: Batch) => void
  /** For the input log: each input as received, and where a batch ended. */
  readonly onInput?: (input: TurnInput) => void
  readonly onBatchEnd?: (batch: Batch) => void
}

export interface Gather {
  readonly take: (input: TurnInput) => void
  /** Consumes nothing from now on; waiting inputs are dropped. */
  close(): void
}

/** A batch ends at this many inputs or rows, even if the event-loop turn has more. A busy moment gives many batches, never a huge one. */
const INPUTS_MAX = 1_024
const ROWS_MAX = 16_384

/**
 * Combines what one event-loop turn brought into one bounded batch: every event is applied, one decision is made. A batch's `now` is its newest
 * `receivedAt`, and never earlier than the last batch's.
 */
export function createGather(options: GatherOptions): Gather {
  const writer = createEventWriter()
  let reports: Report[] = []
  let controls: Control[] = []
  let hasTimer = false
  let inputs = 0
  let now = Timestamp.ZERO
  let isDue = false
  let isConsuming = false
  let isClosed = false

  const flush = (): void => {
    isDue = false
    if (inputs === 0 || isClosed) return
    const { columns } = writer
    const wallOffset = options.wallOffset()
    const batch: Batch = { now, wallOffset, events: columns, from: 0, to: columns.length, reports, controls, timer: hasTimer }
    ;[reports, controls, hasTimer, inputs] = [[], [], false, 0]
    isConsuming = true
    try {
      options.consume(batch)
      options.onBatchEnd?.(batch)
    } finally {
      writer.clear()
      isConsuming = false
    }
  }
  const add = (input: TurnInput): void => {
    inputs += 1
    switch (input.kind) {
      case 'frame':
        now = Timestamp.max(now, input.frame.receivedAt)
        for (const event of options.decoder.decode(input.frame)) writer.push(event)
        return
      case 'report':
        now = Timestamp.max(now, input.report.receivedAt)
        reports.push(input.report)
        return
      case 'control':
        now = Timestamp.max(now, input.control.at)
        controls.push(input.control)
        return
      case 'timer':
        now = Timestamp.max(now, input.at)
        hasTimer = true
        return
      default:
        input satisfies never
    }
  }
  return {
    take: input => {
      // An input that arrives while a batch is consumed would be lost with the batch's columns, and belongs to the next turn anyway.
      if (isConsuming) return options.soon(() => take(input))
      take(input)
    },
    close: () => {
      isClosed = true
    },
  }

  function take(input: TurnInput): void {
    if (isClosed) return
    options.onInput?.(input)
    add(input)
    if (inputs >= INPUTS_MAX || writer.columns.length >= ROWS_MAX) return flush()
    if (isDue) return
    isDue = true
    options.soon(flush)
  }
}
