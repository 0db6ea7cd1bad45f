import type { Fill } from '../model/fill.js'
import { type MarketId, type MarketIndex, OrderHash, type OrderId } from '../model/ids.js'
import type { Submit } from '../model/intent.js'
import type { JournalEntry } from '../model/journal-entry.js'
import type { Journaled, Signed } from '../model/order.js'
import type { Report } from '../model/report.js'
import type { Timestamp } from '../model/time.js'
import type { Database } from '../sqlite/database.js'
import { entryText } from './entry-text.js'
import { JournalError } from './journal-error.js'
import type { MarketNumbers } from './numberings.js'
import { BODY_KEPT_FOR } from './tables.js'

/** A create and the bytes that will be sent. */
export interface SignedSubmit {
  readonly submit: Submit
  readonly signed: Signed
}

/** What one turn writes: its entries in order, then the orders it will send. */
export interface TurnLines {
  readonly at: Timestamp
  readonly entries: readonly JournalEntry[]
  readonly orders: readonly SignedSubmit[]
}

/** Creates the function that writes turns into the tables. One turn is one transaction. `numbers`: market indexes of the running session. */
export function createAppend(db: Database, numbers: () => MarketNumbers): (lines: TurnLines) => void {
  const rows = createRows(db, numbers)
  return db.transaction((lines: TurnLines) => {
    for (const entry of lines.entries) rows.entry(entry)
    for (const { submit, signed } of lines.orders) rows.order(lines.at, submit, signed)
  })
}

/** The orders of a journaled turn: only these may be sent, which the type `Journaled` enforces. */
export const ordersOf = ({ orders }: TurnLines): readonly Journaled<Signed>[] =>
  orders.map(({ signed }) => signed as Journaled<Signed>)

/** Creates the function that reads signed bytes: a create is repeated byte for byte or not at all. null: not our order, or it ended long ago. */
export function createRecall(db: Database): (id: OrderId) => Journaled<Signed> | null {
  const find = db.prepare<[string], { hash: string; body: Buffer }>(
    'SELECT hash, body FROM orders JOIN bodies USING (seq) WHERE id = ?',
  )
  return id => {
    const row = find.get(id)
    if (row === undefined) return null
    const signed: Signed = { id, hash: OrderHash.of(row.hash), body: new Uint8Array(row.body) }
    return signed as Journaled<Signed>
  }
}

type FillState = 'matched' | 'settled' | 'failed'

interface Rows {
  entry(entry: JournalEntry): void
  order(at: Timestamp, submit: Submit, signed: Signed): void
}

function createRows(db: Database, numbers: () => MarketNumbers): Rows {
  const insertEntry = db.prepare('INSERT INTO entries(at, kind, json) VALUES (?, ?, ?)')
  const insertOrder = db.prepare('INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const insertBody = db.prepare('INSERT INTO bodies VALUES (?, ?, ?)')
  // A fill is reported several times: by its event, by each snapshot, after a restart. The first row of each state is kept.
  const insertFill = db.prepare('INSERT OR IGNORE INTO fills VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')

  const named = (market: MarketIndex): MarketId => {
    const id = numbers().idOf(market)
    if (id === undefined) throw new JournalError(`market ${market} is none of this run`)
    return id
  }
  const fill = (seq: number | bigint, at: Timestamp, state: FillState, row: Fill): void => {
    const { key, order, market, outcome, side, shares, value, fee } = row
    const amounts = [shares.toString(), value.toString(), fee.in, fee.amount.toString()]
    insertFill.run(key, state, seq, at, order, named(market), outcome, side, ...amounts)
  }
  const entry = (line: JournalEntry): number | bigint => {
    const seq = insertEntry.run(line.at, line.kind, entryText(line)).lastInsertRowid
    if (line.kind === 'joined') numbers().join(line.market)
    if (line.kind === 'report') for (const [state, row] of fillsOf(line.report)) fill(seq, line.at, state, row)
    return seq
  }
  const order = (at: Timestamp, submit: Submit, signed: Signed): void => {
    const seq = entry({ kind: 'submit', at, submit, hash: signed.hash })
    const { market, outcome, side, price, size, style, expiresAt } = submit.order
    insertOrder.run(seq, submit.id, signed.hash, at, named(market), outcome, side, price, size, style, expiresAt)
    // Expirations are wall time; entries have monotonic time.
    insertBody.run(seq, expiresAt - (submit.wallOffset ?? 0) + BODY_KEPT_FOR, Buffer.from(signed.body))
  }
  return { entry, order }
}

/** The fills in a report, each with its state. */
export function fillsOf(report: Report): readonly (readonly [state: FillState, fill: Fill])[] {
  if (report.kind === 'snapshot') return report.snapshot.fills.map(({ state, fill }) => [state, fill] as const)
  if (report.kind === 'matched' || report.kind === 'settled' || report.kind === 'failed') return [[report.kind, report.fill]]
  return []
}
