import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DUST, type OrderRecord, Proof } from '../../engine/order-record.js'
import { costOfHolding } from '../../engine/portfolio.js'
import { type Journal, openJournal } from '../../journal/journal.js'
import { archiveOf } from '../../journal/prune.js'
import type { RowReader } from '../../journal/rows.js'
import { haltText } from '../../model/halt.js'
import { Wei } from '../../model/money.js'
import { Timestamp } from '../../model/time.js'
import { exactDigits } from '../../protocol/exact-digits.js'
import { restoreState } from '../../runtime/restore-state.js'
import { dateOf } from '../config/duration.js'
import { ExitCode, ExitError } from '../config/exit.js'
import { printText } from '../screen/print-text.js'
import { csvText, textTable } from '../screen/text-table.js'
import { bookingRow, type Group, priceText, sumBookings } from './booking-rows.js'
import { type Booking, readBookings } from './read-bookings.js'
import { findWalletFolder } from './wallet-folder.js'
import { accountIn } from './wallet-name.js'

/** The topics of a journal. */
export type JournalTopic = 'orders' | 'fills' | 'refusals' | 'positions' | 'ledger'

/** Options beside the topic. */
export interface JournalFlags {
  readonly home: string
  readonly wallet?: string
  readonly limit?: string
  readonly json?: boolean
  readonly csv?: boolean
  /** Only rows from this day or time on, and only those before that one. */
  readonly since?: string
  readonly until?: string
  /** Adds the ledger up. */
  readonly by?: Group
}

/** A row for programs: decimal strings, ISO times. */
type Row = Readonly<Record<string, string | null>>

/** Prints one topic of a wallet's journal: as a table or one JSON document, newest first, or as CSV, oldest first. */
export async function showJournal(topic: JournalTopic, file: string | undefined, flags: JournalFlags): Promise<ExitCode> {
  const asked = askedOf(flags)
  const folder = await findWalletFolder({ home: resolve(flags.home), file, wallet: flags.wallet, environment: process.env })
  const path = join(folder, 'journal.db')
  const journal = openJournal(path, { epoch: 0, isReadOnly: true })
  const archived = openArchived(archiveOf(path))
  try {
    const wallet = accountIn(folder)
    // Rows of a time are chosen from all of them.
    const read = asked.since === null && asked.until === null ? asked.limit : ROWS_MAX
    const answer = topic === 'ledger' ? readLedger(path, asked) : READERS[topic](journal, read, archived?.rows ?? null)
    const { more } = answer
    const rows = answer.rows.filter(row => isAsked(row, asked)).slice(0, asked.limit)
    if (flags.csv === true) printText(csvOf(rows))
    else if (flags.json === true) printText(`${JSON.stringify({ wallet, [topic]: rows, ...more })}\n`)
    else printText(`wallet ${wallet}\n${tableOf(rows)}${wordsOf(more)}\n`)
    return ExitCode.DONE
  } finally {
    journal.close()
    archived?.close()
  }
}

interface Answer {
  readonly rows: readonly Row[]
  readonly more: Readonly<Record<string, string | number | null>>
}

const READERS: Readonly<
  Record<Exclude<JournalTopic, 'ledger'>, (journal: Journal, limit: number, archived: RowReader | null) => Answer>
> = {
  orders: readOrders,
  fills: readFills,
  refusals: readRefusals,
  positions: readPositions,
}

function readOrders(journal: Journal, limit: number, archived: RowReader | null): Answer {
  const { state } = restoreState(journal)
  const records = new Map([...state.orders.values()].map(record => [String(record.id), record]))
  const found = withArchived(
    limit,
    count => journal.rows.orders(count),
    count => archived?.orders(count),
    ({ id }) => id,
  )
  const rows = found.map(row => ({
    id: row.id,
    at: Timestamp.iso(row.at),
    market: row.market,
    side: row.side,
    outcome: row.outcome,
    price: String(row.price / 10_000),
    shares: String(row.size / 1_000_000),
    style: row.style,
    state: stateOf(records.get(row.id)),
    filled: exactDigits(records.get(row.id)?.filled ?? Wei.ZERO),
    expiresAt: Timestamp.iso(row.expiresAt),
    hash: row.hash,
  }))
  return { rows, more: {} }
}

const openArchived = (archive: string): Journal | null =>
  existsSync(archive) ? openJournal(archive, { epoch: 0, isReadOnly: true }) : null

/** Rows of the journal, then those of its archive. A row that is in both, after a prune was killed, is shown once. */
function withArchived<R>(
  limit: number,
  read: (limit: number) => readonly R[],
  readArchived: (limit: number) => readonly R[] | undefined,
  nameOf: (row: R) => string,
): readonly R[] {
  const rows = read(limit)
  if (rows.length === limit) return rows
  const names = new Set(rows.map(nameOf))
  const older = (readArchived(limit) ?? []).filter(row => !names.has(nameOf(row)))
  return [...rows, ...older].slice(0, limit)
}

/** The state of an order. The desk forgets an order some time after it is over. */
function stateOf(record: OrderRecord | undefined): string {
  if (record === undefined) return 'done'
  if (record.left < DUST) return 'filled'
  if (record.how !== null) return record.how
  if (record.proof === Proof.REJECTED) return 'rejected'
  return record.proof === Proof.SEEN ? 'working' : 'unknown'
}

function readFills(journal: Journal, limit: number, archived: RowReader | null): Answer {
  const found = withArchived(
    limit,
    count => journal.rows.fills(count),
    count => archived?.fills(count),
    ({ key }) => key,
  )
  const rows = found.map(row => ({
    at: Timestamp.iso(row.at),
    market: row.market,
    side: row.side,
    outcome: row.outcome,
    shares: exactDigits(Wei.parse(row.shares)),
    price: priceText(Wei.parse(row.shares), Wei.parse(row.value)),
    value: exactDigits(Wei.parse(row.value)),
    fee: exactDigits(Wei.parse(row.fee)),
    feeIn: row.feeIn,
    state: row.state,
    order: row.order,
    key: row.key,
  }))
  return { rows, more: {} }
}

function readRefusals(journal: Journal, limit: number): Answer {
  const rows = journal.rows.refusals(limit).map(({ entry, at, refusal: { intent, rule, limit: most, found, note } }) => ({
    entry: String(entry),
    at: Timestamp.iso(at),
    // A refusal of size 0 is of a whole answer or side.
    ...(intent.kind === 'place' && intent.size > 0
      ? {
          side: intent.side,
          outcome: intent.outcome,
          price: String(intent.price / 10_000),
          shares: String(intent.size / 1_000_000),
        }
      : { side: null, outcome: null, price: null, shares: null }),
    rule,
    limit: String(most),
    found: String(found),
    note: note ?? null,
  }))
  return { rows, more: {} }
}

function readPositions(journal: Journal): Answer {
  const { state } = restoreState(journal)
  const rows = [...state.positions].flatMap(([market, position]) =>
    (['yes', 'no'] as const).flatMap(outcome => {
      const holding = position[outcome]
      if (holding.shares === 0n) return []
      return [{ market, outcome, shares: exactDigits(holding.shares), cost: exactDigits(Wei.of(costOfHolding(holding))) }]
    }),
  )
  const halt = state.halt === null ? null : haltText(state.halt)
  return { rows, more: { cash: exactDigits(state.cash), unsettledFills: state.pending.size, haltedBy: halt } }
}

/** Columns with long values, which the table for people leaves out. */
const HIDDEN: ReadonlySet<string> = new Set(['hash', 'key', 'expiresAt', 'feeIn'])

function tableOf(rows: readonly Row[]): string {
  const [first] = rows
  if (first === undefined) return 'nothing yet\n'
  const head = Object.keys(first).filter(name => !HIDDEN.has(name))
  return `${textTable(
    head,
    rows.map(row => head.map(name => row[name] ?? '-')),
  )}\n`
}

const wordsOf = (more: Answer['more']): string =>
  Object.entries(more)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${value}`)
    .join('   ')

const csvOf = (rows: readonly Row[]): string => {
  if (rows.length === 0) return ''
  const head = Object.keys(rows[0] ?? {})
  return csvText(
    head,
    rows.toReversed().map(row => head.map(name => row[name] ?? null)),
  )
}

/** What was asked for, checked. */
interface Asked {
  readonly limit: number
  /** As `at` of a row; null: from the first row, to the last one. */
  readonly since: string | null
  readonly until: string | null
  readonly by: Group | null
}

const ROWS_MAX = 9_999_999

function askedOf({ limit, csv, json, since, until, by }: JournalFlags): Asked {
  if (csv === true && json === true) throw new ExitError(ExitCode.USAGE, '--csv and --json: expected one of them')
  const timeOf = (option: string, text: string | undefined): string | null =>
    text === undefined ? null : Timestamp.iso(dateOf(option, text))
  return {
    limit: limit === undefined ? (csv === true || by !== undefined ? ROWS_MAX : 100) : limitOf(limit),
    since: timeOf('--since', since),
    until: timeOf('--until', until),
    by: by ?? null,
  }
}

/** Sums have no time of their own: what they add up was chosen before. */
function isAsked({ at }: Row, { since, until }: Pick<Asked, 'since' | 'until'>): boolean {
  return at == null || ((since === null || at >= since) && (until === null || at < until))
}

function readLedger(file: string, asked: Asked): Answer {
  const { list, notes } = readBookings(file)
  const chosen = list.filter(({ at }) => isAsked({ at: Timestamp.iso(at) }, asked))
  const rows = asked.by === null ? chosen.map(bookingRow) : sumBookings(chosen, asked.by)
  const sum = (of: (booking: Booking) => bigint): string =>
    exactDigits(Wei.of(chosen.reduce((all, each) => all + of(each), 0n)))
  const more = { gain: sum(({ gain }) => gain), fees: sum(({ fee }) => fee), note: notes[0] ?? null }
  return { rows: rows.toReversed(), more }
}

function limitOf(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text)
  throw new ExitError(ExitCode.USAGE, `--limit: expected a whole number from 1 to 9999999, found "${text}"`)
}
