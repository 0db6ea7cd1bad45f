import type { Database } from '../sqlite/database.js'
import type { Ahead } from './ahead.js'
import { createAppend } from './append.js'
import { createCheckpoints } from './checkpoints.js'
import { MarketNumbers } from './numberings.js'

/** Writes a turn into the tables if the process was killed after the turn's orders could be sent and before it was written. */
export function recover(db: Database, ahead: Ahead): void {
  const left = ahead.read()
  const first = left?.lines.orders[0]
  if (left === null || first === undefined || isWritten(db, first.signed.id)) return
  const { checkpoint, entries } = createCheckpoints(db).restore()
  // A power cut lost the end of the tables, including the checkpoint: the turn's markets cannot be resolved, and the venue will report the orders.
  if (checkpoint?.at !== left.checkpointAt) return
  const numbers = new MarketNumbers(checkpoint.markets)
  for (const entry of entries) if (entry.kind === 'joined') numbers.join(entry.market)
  createAppend(db, () => numbers)(left.lines)
}

const isWritten = (db: Database, id: string): boolean => db.prepare('SELECT 1 FROM orders WHERE id = ?').get(id) !== undefined
