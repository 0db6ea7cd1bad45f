import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  DOUBLE,
  type DuckDBConnection,
  DuckDBDataChunk,
  DuckDBDoubleVector,
  DuckDBInstance,
  DuckDBUIntegerVector,
  DuckDBVarCharVector,
  type DuckDBVector,
  UINTEGER,
  VARCHAR,
} from '@duckdb/node-api'
import { type EventColumns, EventKind } from '../../model/event.js'
import { toJson } from '../../model/plain.js'
import { MANIFEST, type Manifest, manifestText, type ParquetFile } from './parquet-manifest.js'
import { asPlainColumns } from './plain-columns.js'
import type { Chunk } from './recording.js'
import { RecordingError } from './recording-error.js'
import { RowHash } from './row-hash.js'

/** Writes a recording folder, one Parquet file a chunk. Until `close` the folder has no manifest, so it does not count as a recording. */
interface ParquetWriter {
  /** Takes a chunk; resolves when the previous one is on disk, so at most two are in memory. */
  write(chunk: Chunk): Promise<void>
  /** Writes the manifest last, so a folder with a manifest is complete. */
  close(rest: Omit<Manifest, 'kind' | 'version' | 'files' | 'fingerprint'>): Promise<Manifest>
  /** Stops without a manifest and deletes what was written, with the folder if it was created here. */
  abandon(): Promise<void>
}

/** Rows that DuckDB takes at once. */
const VECTOR_ROWS = 2_048
/** Numbers are passed as doubles, because a bigint a row would cost more than everything else; small columns are packed into one number. */
const TYPES = [DOUBLE, DOUBLE, DOUBLE, UINTEGER, UINTEGER, UINTEGER]
const TABLE = 'received_at DOUBLE, venue_at DOUBLE, size DOUBLE, market UINTEGER, venue_row UINTEGER, packed UINTEGER'
const [SIDE_BIT, END_BIT, PRICE_BIT] = [3, 4, 5]
const COPIED = `received_at::BIGINT AS received_at, venue_at::BIGINT AS venue_at, market, (packed & 7)::UTINYINT AS kind,
  ((packed >> ${SIDE_BIT}) & 1)::UTINYINT AS side, (packed >> ${PRICE_BIT})::INTEGER AS price, size::BIGINT AS size, venue_row,
  ((packed >> ${END_BIT}) & 1)::BOOLEAN AS batch_end`

/** Starts a recording in a folder, which is created if missing. Throws a `RecordingError` if the folder is not empty. */
export async function writeParquet(folder: string): Promise<ParquetWriter> {
  const isOurs = (await mkdir(folder, { recursive: true })) !== undefined
  if ((await readdir(folder)).length > 0)
    throw new RecordingError(`${folder} is not empty; a recording needs a folder of its own`)
  const database = await DuckDBInstance.create(':memory:', { threads: '1', memory_limit: '1GB' })
  const connection = await database.connect()
  const files: ParquetFile[] = []
  const rows = new RowHash()
  let earlier: Promise<void> = Promise.resolve()
  const release = (): void => {
    connection.closeSync()
    database.closeSync()
  }
  return {
    write: async chunk => {
      const index = files.length
      const name = `events-${String(index + 1).padStart(5, '0')}.parquet`
      files.push({ name, rows: chunk.events.length, sha256: '' })
      await earlier
      const filled = await fill(connection, `rows${index}`, chunk)
      rows.add(chunk)
      const copy = async (): Promise<void> => {
        const sha256 = await copyOut(connection, filled, join(folder, name))
        files[index] = { name, rows: chunk.events.length, sha256 }
      }
      earlier = copy()
      // The next call or `close` rejects with it; without this, an early failure would count as unhandled.
      earlier.catch(() => undefined)
    },
    close: async rest => {
      await earlier
      release()
      const manifest: Manifest = { kind: 'oddsmith-recording', version: 1, ...rest, fingerprint: rows.digest(), files }
      const file = join(folder, MANIFEST)
      await writeFile(`${file}.part`, manifestText(manifest))
      await rename(`${file}.part`, file)
      return manifest
    },
    abandon: async () => {
      await earlier.catch(() => undefined)
      release()
      for (const name of [...files.map(file => file.name), `${MANIFEST}.part`]) await rm(join(folder, name), { force: true })
      // Fails if another program put a file there, which stays.
      if (isOurs) await rmdir(folder).catch(() => undefined)
    },
  }
}

async function copyOut(connection: DuckDBConnection, { table, hasRare }: FilledTable, file: string): Promise<string> {
  const columns = `${COPIED}, ${hasRare ? 'event' : 'NULL::VARCHAR AS event'}`
  await connection.run(
    `COPY (SELECT ${columns} FROM ${table}) TO '${file.replaceAll("'", "''")}' (FORMAT parquet, COMPRESSION zstd)`,
  )
  await connection.run(`DROP TABLE ${table}`)
  return sha256Of(file)
}

/** SHA-256 of a file, in hex. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** A chunk as a DuckDB table. A text column with only nulls is left out: it would take as long as three number columns. */
interface FilledTable {
  readonly table: string
  readonly hasRare: boolean
}

async function fill(connection: DuckDBConnection, table: string, chunk: Chunk): Promise<FilledTable> {
  const { events } = chunk
  const hasRare = events.rare.length > 0
  await connection.run(`CREATE TEMP TABLE ${table} (${TABLE}${hasRare ? ', event VARCHAR' : ''})`)
  const appender = await connection.createAppender(table)
  const { receivedAt, at, size, market } = asPlainColumns(events)
  const doubles = [receivedAt, at, size]
  const wholes = [market, venueRowsOf(chunk), packedOf(chunk)]
  for (let from = 0; from < events.length; from += VECTOR_ROWS) {
    const to = Math.min(from + VECTOR_ROWS, events.length)
    const data = DuckDBDataChunk.create(hasRare ? [...TYPES, VARCHAR] : TYPES, to - from)
    for (const [index, column] of doubles.entries()) fillDoubles(data.getColumnVector(index), column.subarray(from, to))
    for (const [index, column] of wholes.entries())
      fillWholes(data.getColumnVector(doubles.length + index), column.subarray(from, to))
    if (hasRare) fillEvents(data.getColumnVector(TYPES.length), events, from)
    appender.appendDataChunk(data)
  }
  appender.closeSync()
  return { table, hasRare }
}

/** For each row, its place in venue order. */
function venueRowsOf({ byVenueTime }: Chunk): Uint32Array {
  const places = new Uint32Array(byVenueTime.length)
  for (let place = 0; place < places.length; place++) places[byVenueTime[place]!] = place
  return places
}

function packedOf({ events, batchEnds }: Chunk): Uint32Array {
  const packed = new Uint32Array(events.length)
  const { kind, side, price } = asPlainColumns(events)
  for (let row = 0; row < packed.length; row++) {
    if (price[row]! >= PRICES) throw new RangeError(`expected a price or the place of a rare event below ${PRICES}`)
    packed[row] = kind[row]! | (side[row]! << SIDE_BIT) | (price[row]! << PRICE_BIT)
  }
  for (const end of batchEnds) packed[end - 1] = packed[end - 1]! | (1 << END_BIT)
  return packed
}

const PRICES = 2 ** (32 - PRICE_BIT)

/** One loop for each array type: a loop shared by both is many times slower. */
function fillDoubles(vector: DuckDBVector, values: Float64Array): void {
  if (!(vector instanceof DuckDBDoubleVector)) throw new TypeError('expected a column of doubles')
  for (let row = 0; row < values.length; row++) vector.setItem(row, values[row]!)
  vector.flush()
}

function fillWholes(vector: DuckDBVector, values: Uint32Array): void {
  if (!(vector instanceof DuckDBUIntegerVector)) throw new TypeError('expected a column of whole numbers')
  for (let row = 0; row < values.length; row++) vector.setItem(row, values[row]!)
  vector.flush()
}

function fillEvents(vector: DuckDBVector, { kind, price, rare }: EventColumns, from: number): void {
  if (!(vector instanceof DuckDBVarCharVector)) throw new TypeError('expected a column of texts')
  for (let row = 0; row < vector.itemCount; row++)
    vector.setItem(row, kind[from + row] === EventKind.RARE ? toJson(rare[price[from + row]!]) : null)
  vector.flush()
}
