import { existsSync } from 'node:fs'
import type { JournalEntry } from '../model/journal-entry.js'
import type { Database, Statement } from '../sqlite/database.js'
import { openDatabase } from '../sqlite/open-database.js'
import { lookAhead } from './ahead.js'
import { fillsOf } from './append.js'
import { type Checkpoint, readCheckpoints } from './checkpoints.js'
import { type EntryRow, entryOf, selectEntries } from './entry-text.js'
import { JournalError, journalError } from './journal-error.js'
import { MarketNumbers, type NumberedMarket, readNumberings } from './numberings.js'

/** Consecutive entries that use the same market indexes. */
export interface Segment {
  readonly markets: readonly NumberedMarket[]
  entries(): Iterable<JournalEntry>
}

/** A journal opened for inspection, with its archive. It shows one moment, whatever a daemon writes in the meantime. */
export interface Audit {
  /** Damage of the file itself, one sentence each. */
  readonly problems: readonly string[]
  /** Facts worth knowing that are not wrong. */
  readonly notes: readonly string[]
  readonly counts: {
    readonly entries: number
    readonly orders: number
    readonly fills: number
    /** Size of the whole journal, including SQLite's log; and of the rows that are kept: entries, orders and fills. */
    readonly bytes: number
    readonly lastingBytes: number
  }
  /** The wallet that owns it, in small letters; null: none is recorded yet. */
  readonly owner: string | null
  readonly last: Checkpoint | null
  /** Where the ledger can be restored from: a checkpoint's state, or null for an empty one at the journal's beginning. */
  readonly base: Checkpoint | null
  /** Entries from `base` to `last`. Each is compared with the tables of orders and fills as it is read. */
  readonly segments: readonly Segment[]
  /** Entries after `last`, which no checkpoint covers yet. */
  tail(): readonly Segment[]
  /** Differences between entries and tables; complete once all segments were read. */
  differences(): readonly string[]
  close(): void
}

const TOLD_MAX = 10
/** Tables and indexes that grow with each order permanently. Bodies and checkpoints do not. */
const LASTING = `'entries', 'orders', 'fills', 'sqlite_autoindex_orders_1'`

/** Opens a journal for inspection. `archive`: the file of pruned rows, if it exists. Throws a `JournalError`. */
export function openAudit(file: string, archive: string): Audit {
  const doing = `the journal ${file} could not be read`
  try {
    const db = openDatabase(file, { readonly: true, fileMustExist: true })
    try {
      return auditOf(db, file, existsSync(archive) ? archive : null)
    } catch (error) {
      db.close()
      throw error
    }
  } catch (error) {
    throw journalError(doing, error)
  }
}

function auditOf(db: Database, file: string, archive: string | null): Audit {
  if (archive !== null) db.prepare('ATTACH ? AS archive').run(archive)
  // One read transaction: all reads below see the same moment.
  db.exec('BEGIN')
  const one = (sql: string): number => Number(db.prepare<[], unknown>(sql).pluck().get() ?? 0)
  const version = db.prepare<[], string>(`SELECT value FROM meta WHERE key = 'version'`).pluck().get()
  if (version === '1')
    throw new JournalError('an older oddsmith wrote it; the next run brings it to this version, and then it can be verified')
  const problems = [...damagesOf(db, archive !== null)]
  const tables = new Tables(db, archive !== null, one(`SELECT value FROM meta WHERE key = 'pruned'`))
  problems.push(...tables.gaps())
  const ahead = lookAhead(`${file}-ahead`)
  if (ahead === 'torn')
    problems.push(
      'the last turn beside the tables (-ahead) was cut short: nothing of it was sent, and what it had learned is asked of the venue at the next start',
    )
  const checkpoints = readCheckpoints(db)
  const last = checkpoints.at(-1) ?? null
  const from = tables.foldsFromBeginning ? null : (checkpoints.find(({ covers }) => covers >= tables.numberedFrom) ?? last)
  const notes: string[] = []
  if (from !== null)
    notes.push(
      `the ledger is rebuilt from the checkpoint after entry ${from.covers}: earlier entries are missing, or their markets cannot be named`,
    )
  return {
    problems,
    notes,
    counts: {
      entries: one('SELECT count(*) FROM entries'),
      orders: one('SELECT count(*) FROM orders'),
      fills: one('SELECT count(*) FROM fills'),
      bytes: one(`SELECT sum(pgsize) FROM dbstat`),
      lastingBytes: one(`SELECT sum(pgsize) FROM dbstat WHERE name IN (${LASTING})`),
    },
    owner: db.prepare<[], string>(`SELECT value FROM meta WHERE key = 'wallet'`).pluck().get() ?? null,
    last,
    base: from,
    segments: tables.segments(from?.covers ?? 0, last?.covers ?? 0),
    tail: () => tables.segments(last?.covers ?? 0, Number.MAX_SAFE_INTEGER),
    differences: () => tables.differences(),
    close: () => db.close(),
  }
}

function* damagesOf(db: Database, hasArchive: boolean): Generator<string> {
  for (const schema of hasArchive ? ['main', 'archive'] : ['main'])
    for (const found of db.pragma(`${schema}.integrity_check(${TOLD_MAX})`) as { integrity_check: string }[])
      if (found.integrity_check !== 'ok') yield `SQLite finds damage in ${schema}: ${found.integrity_check}`
}

/** The tables of a journal and its archive, read as one. */
class Tables {
  readonly foldsFromBeginning: boolean
  /** The entry from which every market index can be resolved. */
  readonly numberedFrom: number
  readonly #db: Database
  readonly #parts: readonly { readonly schema: string; readonly where: string }[]
  readonly #firstSeq: number
  readonly #pruned: number
  readonly #numberings
  readonly #found: string[] = []
  #isWhole = true

  constructor(db: Database, hasArchive: boolean, pruned: number) {
    this.#db = db
    this.#pruned = pruned
    this.#parts = [
      ...(hasArchive ? [{ schema: 'archive', where: `e.seq <= ${pruned}` }] : []),
      { schema: 'main', where: `e.seq > ${pruned}` },
    ]
    this.#numberings = readNumberings(db)
    const firsts = this.#parts.flatMap(
      ({ schema, where }) => this.#number(`SELECT min(seq) FROM ${schema}.entries AS e WHERE ${where}`) ?? [],
    )
    this.#firstSeq = Math.min(...firsts, Number.POSITIVE_INFINITY)
    const named = this.#numberings[0]?.covers ?? 0
    this.foldsFromBeginning = named === 0 && (this.#firstSeq === 1 || firsts.length === 0)
    this.numberedFrom = Math.max(named, firsts.length === 0 ? 0 : this.#firstSeq - 1)
  }

  *gaps(): Generator<string> {
    for (const { schema, where } of this.#parts) {
      const sql = `SELECT seq, (SELECT max(b.seq) FROM ${schema}.entries AS b WHERE b.seq < e.seq) AS before FROM ${schema}.entries AS e
        WHERE ${where} AND NOT EXISTS (SELECT 1 FROM ${schema}.entries AS b WHERE b.seq = e.seq - 1)`
      for (const { seq, before } of this.#db.prepare<[], { seq: number; before: number | null }>(sql).all()) {
        const expected = before ?? (schema === 'main' ? this.#pruned : 0)
        if (expected !== seq - 1) yield `entries ${expected + 1} to ${seq - 1} are missing`
      }
    }
    const last = this.#number('SELECT max(covers) FROM checkpoints') ?? 0
    if (last > (this.#number('SELECT max(seq) FROM entries') ?? this.#pruned))
      yield `entries up to ${last} are missing, which a checkpoint covers`
    if (this.#pruned > 0 && this.#parts.length === 1)
      yield `entries 1 to ${this.#pruned} were pruned, and their archive is not beside the journal`
  }

  segments(from: number, to: number): readonly Segment[] {
    this.#isWhole = from < this.#firstSeq
    const behind = [{ covers: from, markets: this.#numberings.findLast(({ covers }) => covers <= from)?.markets ?? [] }]
    for (const numbering of this.#numberings)
      if (numbering.covers > from && numbering.covers < to) behind.push({ ...numbering, markets: [...numbering.markets] })
    return behind.map(({ covers, markets }, index) => ({
      markets,
      entries: () => this.#entries(covers, behind[index + 1]?.covers ?? to, markets),
    }))
  }

  differences(): readonly string[] {
    const stray = this.#parts.flatMap(({ schema, where }) => [
      ...this.#named(
        `SELECT id AS name FROM ${schema}.orders AS e WHERE ${where} AND NOT EXISTS
        (SELECT 1 FROM ${schema}.entries AS b WHERE b.seq = e.seq AND b.kind = 'submit')`,
        'order',
        'has no entry',
      ),
      ...this.#named(
        `SELECT key || ' ' || state AS name FROM ${schema}.fills AS e WHERE ${where} AND NOT EXISTS
        (SELECT 1 FROM ${schema}.entries AS b WHERE b.seq = e.seq AND b.kind = 'report')`,
        'fill',
        'has no entry',
      ),
    ])
    const all = [...this.#found, ...stray]
    const more = all.length - TOLD_MAX
    return more > 0 ? [...all.slice(0, TOLD_MAX), `and ${more} more like these`] : all
  }

  *#entries(from: number, to: number, markets: readonly NumberedMarket[]): Generator<JournalEntry> {
    const numbers = new MarketNumbers(markets)
    for (const { schema, where } of this.#parts) {
      const rows = this.#db.prepare<[number, number], EntryRow>(
        `${selectEntries(schema)} WHERE ${where} AND e.seq > ? AND e.seq <= ? ORDER BY e.seq`,
      )
      for (const row of rows.iterate(from, to)) {
        const entry = entryOf(row, numbers)
        if (entry.kind === 'report' && this.#isWhole) this.#compare(row.seq, entry)
        yield entry
      }
    }
  }

  /** Checks that each fill in an entry is in the table with the same amounts. */
  #compare(seq: number, { report }: JournalEntry & { kind: 'report' }): void {
    for (const [state, fill] of fillsOf(report)) {
      const amounts = this.#parts
        .map(({ schema }) => this.#statement(schema).get(fill.key, state))
        .find(row => row !== undefined)
      const told = `${fill.shares} ${fill.value} ${fill.fee.amount}`
      if (amounts === undefined) this.#found.push(`fill ${fill.key} ${state} of entry ${seq} is not in the table of fills`)
      else if (amounts.seq === seq && amounts.told !== told)
        this.#found.push(`fill ${fill.key} ${state}: entry ${seq} says ${told}, the table of fills ${amounts.told}`)
    }
  }

  readonly #statements = new Map<string, Statement<[string, string], { seq: number; told: string }>>()
  #statement(schema: string): Statement<[string, string], { seq: number; told: string }> {
    const known = this.#statements.get(schema)
    if (known !== undefined) return known
    const made = this.#db.prepare<[string, string], { seq: number; told: string }>(
      `SELECT seq, shares || ' ' || value || ' ' || fee AS told FROM ${schema}.fills WHERE key = ? AND state = ?`,
    )
    this.#statements.set(schema, made)
    return made
  }

  #named(sql: string, what: string, wrong: string): readonly string[] {
    return this.#db
      .prepare<[], { name: string }>(`${sql} LIMIT ${TOLD_MAX + 1}`)
      .all()
      .map(({ name }) => `${what} ${name} ${wrong}`)
  }

  #number(sql: string): number | null {
    return this.#db.prepare<[], number | null>(sql).pluck().get() ?? null
  }
}
