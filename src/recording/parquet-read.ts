import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type DuckDBConnection, type DuckDBDataChunk, DuckDBInstance } from '@duckdb/node-api'
import { EventKind, type MarketEvent } from '../model/event.js'
import { fromJson } from '../model/plain.js'
import { type ParquetFile, readManifest } from './parquet-manifest.js'
import { sha256Of } from './parquet-write.js'
import { asEventColumns } from './plain-columns.js'
import type { Chunk, Recording } from './recording.js'
import { RecordingError } from './recording-error.js'

/**
 * Opens a recording folder. Its rows are read when they are asked for, file by file, each proven whole by its checksum first. What is missing
 * or damaged is a `RecordingError`, here or at the read.
 */
export function readParquet(folder: string): Recording {
  const { files, ...manifest } = readManifest(folder)
  for (const { name } of files)
    if (!existsSync(join(folder, name))) throw new RecordingError(`${join(folder, name)} is missing; the manifest names it`)
  const marketCount = manifest.markets.length
  return { ...manifest, chunks: () => chunksOf(folder, files, marketCount) }
}

async function* chunksOf(folder: string, files: readonly ParquetFile[], markets: number): AsyncGenerator<Chunk> {
  const database = await DuckDBInstance.create(':memory:', { threads: '1', memory_limit: '1GB' })
  const connection = await database.connect()
  try {
    for (const file of files) yield await readChunk(connection, join(folder, file.name), { ...file, markets })
  } finally {
    connection.closeSync()
    database.closeSync()
  }
}

const COLUMNS = `received_at::DOUBLE, venue_at::DOUBLE, market::UINTEGER, kind::UTINYINT, side::UTINYINT, price::INTEGER, size::DOUBLE,
  venue_row::UINTEGER, batch_end::UTINYINT, event::VARCHAR`

interface Expected extends ParquetFile {
  readonly markets: number
}

async function readChunk(connection: DuckDBConnection, file: string, expected: Expected): Promise<Chunk> {
  const found = await sha256Of(file)
  if (found !== expected.sha256) {
    const sums = `expected SHA-256 ${expected.sha256}, found ${found}`
    throw new RecordingError(`${file} is not what was written, so it is damaged or cut short; import it again (${sums})`)
  }
  try {
    const target = allocate(expected.rows)
    const result = await connection.stream(`SELECT ${COLUMNS} FROM read_parquet('${file.replaceAll("'", "''")}')`)
    let row = 0
    for (;;) {
      const data = await result.fetchChunk()
      if (data === null || data.rowCount === 0) break
      if (row + data.rowCount > expected.rows) throw new RecordingError(`${file}: more rows than the ${expected.rows} expected`)
      take(target, data, row)
      row += data.rowCount
    }
    if (row !== expected.rows) throw new RecordingError(`${file}: expected ${expected.rows} rows, found ${row}`)
    return chunkOf(file, target, expected.markets)
  } catch (error) {
    if (error instanceof RecordingError) throw error
    throw new RecordingError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`, error)
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
  const rows = data.rowCount
  if (!kind.subarray(from, from + rows).includes(EventKind.RARE)) return
  const texts = data.getColumnVector(9)
  for (let row = 0; row < rows; row++)
    if (kind[from + row] === EventKind.RARE)
      price[from + row] = target.rare.push(fromJson(String(texts.getItem(row))) as MarketEvent) - 1
}

function copy(
  column: Float64Array | Uint32Array | Int32Array | Uint8Array,
  data: DuckDBDataChunk,
  { index, from }: { readonly index: number; readonly from: number },
): void {
  const vector = data.getColumnVector(index)
  for (let row = 0; row < vector.itemCount; row++) column[from + row] = Number(vector.getItem(row))
}

/** The checksum proves that nobody changed a file, not that whoever wrote file and manifest meant well. */
function chunkOf(file: string, target: Target, markets: number): Chunk {
  const { venueRow, end, ...columns } = target
  const { length, market, kind, price, size, at, receivedAt } = columns
  const byVenueTime = new Uint32Array(length).fill(length)
  const ends: number[] = []
  for (let row = 0; row < length; row++) {
    const isRare = kind[row] === EventKind.RARE
    const isLevel = kind[row]! < EventKind.CLEAR || kind[row] === EventKind.TRADE
    const isSane =
      kind[row]! <= EventKind.RARE &&
      (isRare || market[row]! < markets) &&
      (!isLevel || (price[row]! > 0 && price[row]! < 10_000 && size[row]! >= 0)) &&
      at[row]! <= receivedAt[row]! &&
      (row === 0 || receivedAt[row - 1]! <= receivedAt[row]!)
    if (!isSane || venueRow[row]! >= length) throw new RecordingError(`${file}: row ${row + 1} is no event of this recording`)
    byVenueTime[venueRow[row]!] = row
    if (end[row] === 1) ends.push(row + 1)
  }
  if (byVenueTime.includes(length)) throw new RecordingError(`${file}: its venue order is not whole`)
  if (length > 0 && ends.at(-1) !== length) throw new RecordingError(`${file}: its last batch has no end`)
  return { events: asEventColumns(columns), batchEnds: Uint32Array.from(ends), byVenueTime }
}
