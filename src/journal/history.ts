import { existsSync } from 'node:fs'
import type { MarketId } from '../model/ids.js'
import type { Refusal } from '../model/intent.js'
import type { JournalEntry } from '../model/journal-entry.js'
import type { Market } from '../model/market.js'
import type { Timestamp } from '../model/time.js'
import type { Database } from '../sqlite/database.js'
import { openDatabase } from '../sqlite/open-database.js'
import { type EntryRow, entryOf, selectEntries } from './entry-text.js'
import { journalError } from './journal-error.js'
import { MarketNumbers, type Numbering, readNumberings } from './numberings.js'
import { ORDER_COLUMNS, type OrderRow } from './rows.js'

/** An entry with its sequence number. */
export interface NumberedEntry {
  readonly seq: number
  readonly entry: JournalEntry
}

/** An order that risk refused. */
export interface NumberedRefusal {
  readonly at: Timestamp
  readonly refusal: Refusal
  /**
   * The market that had the order's index at that time; null: unknown, because the journal records indexes only from a later entry on, as one of
   * version 1 does.
   */
  readonly market: MarketId | null
}

/** Everything about one order in a journal and its archive. */
export interface OrderEntries {
  readonly order: OrderRow
  /** Every entry that names it, by time, starting with its submit. */
  readonly entries: readonly NumberedEntry[]
}

/** Finds an order by id or hash; null: not found. Throws a `JournalError`. */
export function orderHistory(file: string, archive: string, name: string): OrderEntries | null {
  return reading(file, archive, (db, schemas) => {
    for (const schema of schemas) {
      const order = db
        .prepare<[string, string], OrderRow & { seq: number }>(
          `SELECT seq, ${ORDER_COLUMNS} FROM ${schema}.orders WHERE id = ? OR hash = ?`,
        )
        .get(name, name.toLowerCase())
      if (order === undefined) continue
      const { seq, ...row } = order
      const where = `e.seq >= ? AND (o.id = ? OR instr(e.json, ?) OR instr(e.json, ?))`
      const names = [seq, row.id, `"${row.id}"`, row.hash]
      return { order: row, entries: entriesOf(db, schemas, where, names) }
    }
    return null
  })
}

/** The refusal in an entry, by the entry's number; null: no such entry, or not a refusal. Throws a `JournalError`. */
export const refusalNumbered = (file: string, archive: string, seq: number): NumberedRefusal | null =>
  reading(file, archive, (db, schemas) => {
    const [found] = entriesOf(db, schemas, 'e.seq = ?', [seq])
    if (found?.entry.kind !== 'refusal') return null
    const { at, refusal } = found.entry
    const { intent } = refusal
    return { at, refusal, market: intent.kind === 'place' ? (found.numbers.idOf(intent.market) ?? null) : null }
  })

interface FoundEntry extends NumberedEntry {
  /** Resolves market indexes in it. */
  readonly numbers: MarketNumbers
}

function entriesOf(
  db: Database,
  schemas: readonly string[],
  where: string,
  names: readonly (string | number)[],
): readonly FoundEntry[] {
  const numberings = readNumberings(db)
  const joins = schemas.flatMap(schema => joinsOf(db, schema))
  const found = new Map<number, FoundEntry>()
  for (const schema of schemas)
    for (const row of db
      .prepare<(string | number)[], EntryRow>(`${selectEntries(schema)} WHERE ${where} ORDER BY e.seq`)
      .iterate(...names)) {
      const { covers, markets } = numberings.findLast(numbering => numbering.covers < row.seq) ?? UNNUMBERED
      const numbers = new MarketNumbers(markets)
      for (const { seq, market } of joins) if (seq > covers && seq < row.seq) numbers.join(market)
      found.set(row.seq, { seq: row.seq, entry: entryOf(row, numbers), numbers })
    }
  return [...found.values()].toSorted((a, b) => a.seq - b.seq)
}

const UNNUMBERED: Numbering = { covers: 0, markets: [] }

interface Join {
  readonly seq: number
  readonly market: Pick<Market, 'id' | 'index'>
}

const joinsOf = (db: Database, schema: string): readonly Join[] =>
  db
    .prepare<[], { seq: number; json: string }>(`SELECT seq, json FROM ${schema}.entries WHERE kind = 'joined' ORDER BY seq`)
    .all()
    .map(({ seq, json }) => ({ seq, ...(JSON.parse(json) as Omit<Join, 'seq'>) }))

function reading<T>(file: string, archive: string, work: (db: Database, schemas: readonly string[]) => T): T {
  try {
    const db = openDatabase(file, { readonly: true, fileMustExist: true })
    try {
      const hasArchive = archive !== '' && existsSync(archive)
      if (hasArchive) db.prepare('ATTACH ? AS archive').run(archive)
      return work(db, hasArchive ? ['main', 'archive'] : ['main'])
    } finally {
      db.close()
    }
  } catch (error) {
    throw journalError(`the journal ${file} could not be read`, error)
  }
}
