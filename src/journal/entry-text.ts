import type { MarketId } from '../model/ids.js'
import type { JournalEntry } from '../model/journal-entry.js'
import { fromJson, toJson } from '../model/plain.js'
import { reasonOf } from '../model/reason-of.js'
import type { Timestamp } from '../model/time.js'
import type { MarketNumbers } from './numberings.js'

/** A row of `entries`, with the columns of `orders` beside a submit. */
export interface EntryRow {
  readonly seq: number
  readonly at: Timestamp
  readonly kind: JournalEntry['kind']
  readonly json: string
  readonly id: string | null
  readonly hash: string | null
  readonly market: MarketId | null
  readonly outcome: string | null
  readonly side: string | null
  readonly price: number | null
  readonly size: number | null
  readonly style: string | null
  readonly expiresAt: Timestamp | null
}

/** Selects entries in order; append a WHERE on `e.seq`. `schema`: which attached file they are in. */
export const selectEntries = (schema = 'main'): string =>
  `SELECT e.seq, e.at, e.kind, e.json, o.id, o.hash, o.market, o.outcome, o.side, o.price, o.size, o.style, o.expires_at AS expiresAt
   FROM ${schema}.entries AS e LEFT JOIN ${schema}.orders AS o ON o.seq = e.seq`

/** The text of an entry without what other columns hold: a submit is entirely in `orders`. */
export function entryText(entry: JournalEntry): string {
  const { kind, at: _at, ...rest } = entry
  if (kind !== 'submit') return toJson(rest)
  return entry.submit.wallOffset === undefined ? '' : toJson({ wallOffset: entry.submit.wallOffset })
}

/**
 * Parses an entry. Call it in the order of the entries: a `joined` one is recorded in `numbers`. Throws an error that names the entry if its text is
 * damaged.
 */
export function entryOf(row: EntryRow, numbers: MarketNumbers): JournalEntry {
  try {
    if (row.json.startsWith(OF_VERSION_1)) return fromJson(row.json) as JournalEntry
    if (row.kind === 'submit') return submitOf(row, numbers) as JournalEntry
    const entry = { kind: row.kind, at: row.at, ...(fromJson(row.json) as object) } as JournalEntry
    if (entry.kind === 'joined') numbers.join(entry.market)
    return entry
  } catch (error) {
    throw new Error(`entry ${row.seq} (${row.kind}) is damaged: ${reasonOf(error)}`, {
      cause: error,
    })
  }
}

/** Version 1 wrote the whole entry as JSON. */
const OF_VERSION_1 = '{"kind":'

/** This journal wrote the columns of an approved intent, so they form one. */
function submitOf(row: EntryRow, numbers: MarketNumbers): unknown {
  const { at, id, hash, outcome, side, price, size, style, expiresAt } = row
  const market = row.market === null ? undefined : numbers.indexOf(row.market)
  if (market === undefined) throw new Error(`its order is missing, or its market ${row.market} is none of its run`)
  const order = { kind: 'place', market, outcome, side, price, size, style, expiresAt }
  const wall = row.json === '' ? {} : (fromJson(row.json) as object)
  return { kind: 'submit', at, submit: { kind: 'submit', id, order, ...wall }, hash }
}
