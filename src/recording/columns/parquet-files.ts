import { join } from 'node:path'
import {
  type DuckDBConnection,
  type DuckDBDataChunk,
  DuckDBInstance,
  type DuckDBMaterializedResult,
  type DuckDBValue,
} from '@duckdb/node-api'
import duckdb from '@duckdb/node-bindings'
import { EventKind, type MarketEvent } from '../../model/event.js'
import { fromJson } from '../../model/plain.js'
import { reasonOf } from '../../model/reason-of.js'
import type { FileReader, FileReaderOptions } from './file-reader.js'
import type { ParquetFile } from './parquet-manifest.js'
import { asEventColumns } from './plain-columns.js'
import type { Chunk } from './recording.js'
import { RecordingError } from './recording-error.js'

/** A reader in this thread. */
export async function openHere(options: FileReaderOptions): Promise<FileReader> {
  const files = await openFiles()
  return {
    read: file => files.read(options, file),
    close: async () => files.close(),
  }
}

/** DuckDB decodes a file on a thread of its own; copying and checking its columns happen in this one. */
export async function openFiles(): Promise<Files> {
  const database = await DuckDBInstance.create(':memory:', { threads: '1', memory_limit: '1GB' })
  const door = { sums: await database.connect(), numbers: await database.connect(), texts: await database.connect() }
  return {
    read: async ({ folder, markets }, file) => readChunk(await decode(door, join(folder, file.name), { ...file, markets })),
    close: () => {
      door.sums.closeSync()
      door.numbers.closeSync()
      door.texts.closeSync()
      database.closeSync()
    },
  }
}

/** Reads the files of any recording. */
interface Files {
  /** As `read` of a `FileReader`. */
  read(from: FileReaderOptions, file: ParquetFile): Promise<Chunk>
  close(): void
}

/** Runs three queries on a file at once, none of them on the thread that replays. */
interface Door {
  readonly sums: DuckDBConnection
  readonly numbers: DuckDBConnection
  readonly texts: DuckDBConnection
}

/** Cast to the exact type of the array that each column fills. */
const NUMBERS = `received_at::DOUBLE, venue_at::DOUBLE, market::UINTEGER, kind::UTINYINT, side::UTINYINT, price::INTEGER, size::DOUBLE,
  venue_row::UINTEGER, batch_end::UTINYINT`

interface Expected extends ParquetFile {
  readonly markets: number
}

/** A file with a verified checksum, decoded by DuckDB. */
interface Decoded {
  readonly file: string
  readonly expected: Expected
  readonly numbers: DuckDBMaterializedResult
  /** The rows of rare events with their text, read separately: a mostly null text column takes as long as three number columns. */
  readonly texts: readonly (readonly DuckDBValue[])[]
}

async function decode(door: Door, file: string, expected: Expected): Promise<Decoded> {
  const name = `'${file.replaceAll("'", "''")}'`
  // A file may hold more than its manifest says, and far more than memory: results do not count for DuckDB's own limit.
  const limit = `LIMIT ${expected.rows + 1}`
  const texts = `SELECT file_row_number, event FROM read_parquet(${name}, file_row_number = true)
    WHERE event IS NOT NULL AND strlen(event) <= ${TEXT_MAX} ${limit}`
  const [sum, numbers, events] = await Promise.allSettled([
    door.sums.runAndReadAll(`SELECT sha256(content) FROM read_blob(${name})`),
    door.numbers.run(`SELECT ${NUMBERS} FROM read_parquet(${name}) ${limit}`),
    readTexts(door.texts, texts),
  ])
  if (sum.status === 'rejected') throw unreadable(file, sum.reason)
  const found = String(sum.value.getRows()[0]?.[0])
  if (found !== expected.sha256) {
    const sums = `expected SHA-256 ${expected.sha256}, found ${found}`
    throw new RecordingError(`${file} is not what was written, so it is damaged or cut short; import it again (${sums})`)
  }
  if (numbers.status === 'rejected') throw unreadable(file, numbers.reason)
  if (events.status === 'rejected') throw unreadable(file, events.reason)
  const { rowCount } = numbers.value
  if (rowCount !== expected.rows)
    throw new RecordingError(`${file}: expected ${expected.rows} rows, found ${rowCount > expected.rows ? 'more' : rowCount}`)
  return { file, expected, numbers: numbers.value, texts: events.value }
}

/** The longest text of an event, which needs a few hundred bytes, and the most of all texts of a file. */
const TEXT_MAX = 65_536
const TEXTS_MAX = 67_108_864

/** Takes the texts piece by piece, so that too many of them are noticed before they fill the memory. */
async function readTexts(connection: DuckDBConnection, query: string): Promise<Decoded['texts']> {
  const result = await connection.stream(query)
  const rows: (readonly DuckDBValue[])[] = []
  let length = 0
  for (;;) {
    const chunk = await result.fetchChunk()
    if (chunk === null || chunk.rowCount === 0) return rows
    for (const row of chunk.getRows()) {
      length += String(row[1]).length
      rows.push(row)
    }
    if (length > TEXTS_MAX) throw new Error(`its events have more than ${TEXTS_MAX / 1_048_576} MB of text`)
  }
}

const unreadable = (file: string, error: unknown): RecordingError =>
  new RecordingError(`${file} cannot be read: ${reasonOf(error)}`, error)

function readChunk({ file, expected, numbers, texts }: Decoded): Chunk {
  try {
    const target = allocate(expected.rows)
    for (let index = 0, row = 0; index < numbers.chunkCount; index++) {
      const data = numbers.getChunk(index)
      take(target, data, row)
      row += data.rowCount
    }
    takeRare(target, texts)
    return chunkOf(file, target, expected.markets)
  } catch (error) {
    throw error instanceof RecordingError ? error : unreadable(file, error)
  }
}

const allocate = (rows: number) => ({
  length: rows,
  receivedAt: new Float64Array(rows),
  at: new Float64Array(rows),
  market: new Uint32Array(rows),
  kind: new Uint8Array(rows),
  side: new Uint8Array(rows),
  price: new Int32Array(rows),
  size: new Float64Array(rows),
  venueRow: new Uint32Array(rows),
  end: new Uint8Array(rows),
  rare: new Array<MarketEvent>(),
})

type Target = ReturnType<typeof allocate>

function take(target: Target, data: DuckDBDataChunk, from: number): void {
  const { receivedAt, at, market, kind, side, price, size, venueRow, end } = target
  for (const [index, column] of [receivedAt, at, market, kind, side, price, size, venueRow, end].entries())
    copy(column, data, { index, from })
}

/** Copied as bytes, which is many times faster than reading value by value. */
function copy(
  column: Float64Array | Uint32Array | Int32Array | Uint8Array,
  { chunk, rowCount }: DuckDBDataChunk,
  { index, from }: { readonly index: number; readonly from: number },
): void {
  const vector = duckdb.data_chunk_get_vector(chunk, index)
  if (!isWhole(duckdb.vector_get_validity(vector, Math.ceil(rowCount / 64) * 8), rowCount))
    throw new Error('a number is missing')
  const each = column.BYTES_PER_ELEMENT
  const bytes = new Uint8Array(column.buffer, from * each, rowCount * each)
  bytes.set(duckdb.vector_get_data(vector, bytes.length))
}

/** Whether the validity bit is set for each row; null: no value is missing. */
function isWhole(bits: Uint8Array | null, rows: number): boolean {
  if (bits === null) return true
  const full = rows >>> 3
  for (let index = 0; index < full; index++) if (bits[index] !== 0xff) return false
  const rest = (1 << (rows & 7)) - 1
  return ((bits[full] ?? 0) & rest) === rest
}

/** Rare events are stored beside the rows; a row holds the place of its event. */
function takeRare({ kind, price, rare }: Target, texts: Decoded['texts']): void {
  const places = new Map(texts.map(([row, text]) => [Number(row), String(text)]))
  for (let row = kind.indexOf(EventKind.RARE); row >= 0; row = kind.indexOf(EventKind.RARE, row + 1)) {
    const text = places.get(row)
    if (text === undefined) throw new Error(`row ${row + 1} is an event without its text`)
    price[row] = rare.push(fromJson(text) as MarketEvent) - 1
  }
}

/** The checksum proves that the file was not changed since it was written, not that its writer was honest, so values are checked too. */
function chunkOf(file: string, target: Target, markets: number): Chunk {
  const { venueRow, end, ...columns } = target
  const { length } = columns
  for (let row = 0; row < length; row++)
    if (!isSane(columns, row, markets)) throw new RecordingError(`${file}: row ${row + 1} is no event of this recording`)
  const batchEnds = endsOf(end)
  if (length > 0 && batchEnds.at(-1) !== length) throw new RecordingError(`${file}: its last batch has no end`)
  return { events: asEventColumns(columns), batchEnds, byVenueTime: venueOrder(file, venueRow) }
}

/** Whether a row is possible in this recording: first its times, which every kind has, then the fields of its kind. */
function isSane(
  { kind, side, market, price, size, at, receivedAt }: Omit<Target, 'venueRow' | 'end'>,
  row: number,
  markets: number,
): boolean {
  const now = receivedAt[row]!
  if (!(at[row]! <= now && (row === 0 || receivedAt[row - 1]! <= now))) return false
  const what = kind[row]!
  if (what === EventKind.RARE) return true
  if (what > EventKind.RARE || market[row]! >= markets) return false
  if (what === EventKind.CLEAR) return true
  return side[row]! <= 1 && price[row]! > 0 && price[row]! < 10_000 && size[row]! >= 0
}

/** The row numbers in venue order: checks that each row occurs exactly once. */
function venueOrder(file: string, places: Uint32Array): Uint32Array {
  const { length } = places
  const rows = new Uint32Array(length).fill(length)
  for (let row = 0; row < length; row++) {
    const place = places[row]!
    if (place >= length) throw new RecordingError(`${file}: row ${row + 1} is no event of this recording`)
    rows[place] = row
  }
  if (rows.includes(length)) throw new RecordingError(`${file}: its venue order is not whole`)
  return rows
}

function endsOf(marks: Uint8Array): Uint32Array {
  let count = 0
  for (let row = 0; row < marks.length; row++) count += marks[row] === 1 ? 1 : 0
  const ends = new Uint32Array(count)
  for (let row = 0, next = 0; next < count; row++) if (marks[row] === 1) ends[next++] = row + 1
  return ends
}
