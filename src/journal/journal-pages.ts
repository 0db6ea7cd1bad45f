import type { MarketId, MarketIndex } from '../model/ids.js'
import type { JournalEntry } from '../model/journal-entry.js'
import type { Market } from '../model/market.js'
import { fromJson } from '../model/plain.js'
import type { Database } from '../sqlite/database.js'
import { openDatabase } from '../sqlite/open-database.js'
import { type EntryRow, entryOf, selectEntries } from './entry-text.js'
import { journalError } from './journal-error.js'
import { MarketNumbers, readNumberings } from './numberings.js'
import type { FillRow } from './rows.js'

/** An entry that is shown to people. */
export interface ToldEntry {
  readonly seq: number
  readonly entry: JournalEntry
  /** Resolves a market index in it; null: it is from an earlier run with other indexes. */
  readonly marketOf: (index: MarketIndex) => MarketId | null
}

export interface ToldPage {
  readonly entries: readonly ToldEntry[]
  /** All entries up to this one have been read. */
  readonly next: number
}

/** Pages of a running daemon's journal, for displays. Every method throws a `JournalError` if the file cannot be read. */
export interface JournalPages {
  /** Newest first, one row a fill. `before`: the number of an entry; null: from the newest. */
  fills(before: number | null, count: number): readonly (FillRow & { readonly seq: number })[]
  /** Orders that risk refused, newest first. */
  refusals(count: number): readonly ToldEntry[]
  /** Entries after this one, oldest first: controls, halts, faults, fills, and changes of links and markets. */
  told(after: number, count: number): ToldPage
  /** The last such entries, oldest first. */
  lastTold(count: number): ToldPage
  /** The action recorded under this key; null: none, or too long ago. */
  actionWith(key: string): ToldEntry | null
  close(): void
}

/** Most entries read for one page, so that a long journal delays no caller. */
const SCANNED_MAX = 20_000
const WINDOWS_MAX = 10
const KEY_SCANNED_MAX = 200_000

const TOLD = `(e.kind IN ('control', 'halt', 'fault', 'failure', 'joined', 'left', 'result') OR (e.kind = 'report'
  AND (instr(e.json, '"kind":"matched"') OR instr(e.json, '"kind":"failed"') OR instr(e.json, '"kind":"link"'))
  AND instr(e.json, '"kind":"snapshot"') = 0))`

const rank = (row: string): string => `instr('matched settled failed', ${row}.state)`
const FILL_COLUMNS = `seq, key, state, at, order_id AS "order", market, outcome, side, shares, value, fee_in AS feeIn, fee`
const NEWEST = `NOT EXISTS (SELECT 1 FROM fills AS later WHERE later.key = newest.key AND ${rank('later')} > ${rank('newest')})`

type PagedFill = FillRow & { readonly seq: number }

/** Opens a journal for reading only; another process or thread may write to it. Throws a `JournalError`. */
export function openJournalPages(file: string): JournalPages {
  const attempt = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw journalError(`the journal ${file} could not be read`, error)
    }
  }
  const db = attempt(() => openDatabase(file, { readonly: true, fileMustExist: true }))
  const numbers = createNumberReader(db)
  const max = db.prepare<[], { seq: number | null }>('SELECT max(seq) AS seq FROM entries')
  const newest = (): number => max.get()?.seq ?? 0
  const fills = db.prepare<[number, number], PagedFill>(
    `SELECT ${FILL_COLUMNS} FROM fills AS newest WHERE seq < ? AND ${NEWEST} ORDER BY seq DESC, key LIMIT ?`,
  )
  const ofEntry = db.prepare<[number], PagedFill>(
    `SELECT ${FILL_COLUMNS} FROM fills AS newest WHERE seq = ? AND ${NEWEST} ORDER BY key`,
  )
  const between = db.prepare<[number, number, number], EntryRow>(
    `${selectEntries()} WHERE e.seq > ? AND e.seq <= ? AND ${TOLD} ORDER BY e.seq LIMIT ?`,
  )
  const refused = db.prepare<[number], EntryRow>(`${selectEntries()} WHERE e.kind = 'refusal' ORDER BY e.seq DESC LIMIT ?`)
  const keyed = db.prepare<[number, string], EntryRow>(
    `${selectEntries()} WHERE e.seq > ? AND e.kind = 'control' AND instr(e.json, ?) ORDER BY e.seq DESC LIMIT 1`,
  )
  const toldOf = (row: EntryRow): ToldEntry => ({ seq: row.seq, ...numbers.read(row) })
  return {
    fills: (before, count) =>
      attempt(() => {
        const page = fills.all(before ?? Number.MAX_SAFE_INTEGER, count)
        const last = page.at(-1)
        if (last === undefined || page.length < count) return page
        // One entry may hold several fills, and the next page begins before it.
        return [...page.filter(({ seq }) => seq !== last.seq), ...ofEntry.all(last.seq)]
      }),
    refusals: count => attempt(() => refused.all(count).map(toldOf)),
    told: (after, count) =>
      attempt(() => {
        const upTo = Math.min(newest(), after + SCANNED_MAX)
        const entries = between.all(after, upTo, count).map(toldOf)
        return { entries, next: entries.length === count ? (entries.at(-1)?.seq ?? upTo) : Math.max(after, upTo) }
      }),
    lastTold: count =>
      attempt(() => {
        const next = newest()
        let entries: ToldEntry[] = []
        for (let upTo = next, window = 0; upTo > 0 && window < WINDOWS_MAX && entries.length < count; window++) {
          entries = [
            ...between
              .all(upTo - SCANNED_MAX, upTo, SCANNED_MAX)
              .slice(-count)
              .map(toldOf),
            ...entries,
          ]
          upTo -= SCANNED_MAX
        }
        return { entries: entries.slice(-count), next }
      }),
    actionWith: key =>
      attempt(() => {
        const row = keyed.get(newest() - KEY_SCANNED_MAX, `"key":${JSON.stringify(key)}`)
        return row === undefined ? null : toldOf(row)
      }),
    close: () => db.close(),
  }
}

type Joined = Pick<Market, 'id' | 'index'>

/** Reads entries with their market indexes: exact for the newest numbering; for earlier ones without later joins. */
function createNumberReader(db: Database): { read(row: EntryRow): Omit<ToldEntry, 'seq'> } {
  const newestCovers = db.prepare<[], { covers: number | null }>('SELECT max(covers) AS covers FROM numberings')
  const joins = db.prepare<[number], { seq: number; json: string }>(
    `SELECT seq, json FROM entries WHERE seq > ? AND kind = 'joined' ORDER BY seq`,
  )
  let numberings = readNumberings(db)
  let joined: { readonly seq: number; readonly market: Joined }[] = []
  let readUpTo = numberings.at(-1)?.covers ?? 0
  const refresh = (upTo: number): void => {
    const covers = newestCovers.get()?.covers ?? 0
    if (covers !== (numberings.at(-1)?.covers ?? 0)) {
      numberings = readNumberings(db)
      joined = []
      readUpTo = covers
    }
    if (upTo <= readUpTo) return
    for (const { seq, json } of joins.all(readUpTo)) joined.push({ seq, market: (fromJson(json) as { market: Joined }).market })
    readUpTo = Math.max(upTo, joined.at(-1)?.seq ?? 0)
  }
  return {
    read: row => {
      refresh(row.seq)
      const { covers, markets } = numberings.findLast(numbering => numbering.covers < row.seq) ?? { covers: 0, markets: [] }
      const numbers = new MarketNumbers(markets)
      for (const { seq, market } of joined) if (seq > covers && seq < row.seq) numbers.join(market)
      return { entry: entryOf(row, numbers), marketOf: index => numbers.idOf(index) ?? null }
    },
  }
}
