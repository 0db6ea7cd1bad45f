import type { LevelCause } from '../../model/event.js'
import { Size } from '../../model/money.js'
import { Timestamp } from '../../model/time.js'
import type { Lane } from './matching.js'
import type { CrowdRow } from './recorded-crowd.js'

/**
 * A row of a recorded book; one object is rewritten for every row. Its first time and size are doubles on purpose: V8 then stores these fields
 * unboxed in place, so writing a large number allocates nothing.
 */
export class CrowdChange implements CrowdRow {
  at = Timestamp.NEVER
  lane: Lane = 0
  price = 1
  size: number = Size.ORDER_MAX
  cause: LevelCause = 'added'
}

/** The same row at a later moment. */
export function laterRow({ lane, price, size, cause }: CrowdRow, at: Timestamp): CrowdRow {
  const row = new CrowdChange()
  row.at = at
  row.lane = lane
  row.price = price
  row.size = size
  row.cause = cause
  return row
}
