import type { Database } from 'better-sqlite3'
import type { Ahead } from './ahead.js'
import { createAppend } from './append.js'
import { createCheckpoints } from './checkpoints.js'
import { MarketNumbers } from './numberings.js'

/** Brings a turn into the tables that was killed after its orders could leave and before it came there. */
export function recover(db: Database, ahead: Ahead): void {
  const left = ahead.read()
  const first = left?.lines.orders[0]
  if (left === null || first === undefined || isWritten(db, first.signed.id)) return
  const { checkpoint, entries } = createCheckpoints(db).restore()
  // A power cut took the tables' last moments with the checkpoint: its markets have no names here, and the venue tells of the orders.
  if (checkpoint?.at !== left.checkpointAt) return
  const numbers = new MarketNumbers(checkpoint.markets)
  for (const entry of entries) if (entry.kind === 'joined') numbers.join(entry.market)
  createAppend(db, () => numbers)(left.lines)
}

const isWritten = (db: Database, id: string): boolean => db.prepare('SELECT 1 FROM orders WHERE id = ?').get(id) !== undefined
