import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  BOOLEAN,
  DOUBLE,
  type DuckDBAppender,
  type DuckDBConnection,
  DuckDBDataChunk,
  DuckDBInstance,
  INTEGER,
  UINTEGER,
  UTINYINT,
  VARCHAR,
} from '@duckdb/node-api'
import { EventKind } from '../model/event.js'
import { toJson } from '../model/plain.js'
import { MANIFEST, type Manifest, manifestText, type ParquetFile } from './parquet-manifest.js'
import type { Chunk } from './recording.js'
import { RecordingError } from './recording-error.js'
import { hashRows } from './row-hash.js'

/** Writes a recording folder, one Parquet file a chunk. Until `close`, the folder holds no manifest and is no recording. */
export interface ParquetWriter {
  /** Hands a chunk over; resolves when the one before is on disk, so that two are in memory at most. */
  write(chunk: Chunk): Promise<void>
  /** Writes the manifest last, so that a folder with a manifest is whole. */
  close(rest: Omit<Manifest, 'kind' | 'version' | 'files' | 'fingerprint'>): Promise<Manifest>
  /** Lets go without a manifest and takes away what was written. */
  abandon(): Promise<void>
}

/** Rows that DuckDB takes in one piece. */
const VECTOR_ROWS = 2_048
const TYPES = [DOUBLE, DOUBLE, UINTEGER, UTINYINT, UTINYINT, INTEGER, DOUBLE, UINTEGER, BOOLEAN, VARCHAR]
const TABLE = `(received_at DOUBLE, venue_at DOUBLE, market UINTEGER, kind UTINYINT, side UTINYINT, price INTEGER, size DOUBLE,
  venue_row UINTEGER, batch_end BOOLEAN, event VARCHAR)`
/** Numbers cross as doubles, because a bigint a row would cost more than all the rest; on disk they are whole. */
const COPIED = `received_at::BIGINT AS received_at, venue_at::BIGINT AS venue_at, market, kind, side, price, size::BIGINT AS size,
  venue_row, batch_end, event`

/** Begins a recording in a folder, which is made if need be. Throws a `RecordingError` where the folder holds something already. */
export async function writeParquet(folder: string): Promise<ParquetWriter> {
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length > 0)
    throw new RecordingError(`${folder} is not empty; a recording needs a folder of its own`)
  const database = await DuckDBInstance.create(':memory:', { threads: '1', memory_limit: '1GB' })
  const connection = await database.connect()
  const files: ParquetFile[] = []
  const rows = createHash('sha256')
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
      await fill(connection, `rows${index}`, chunk)
      hashRows(rows, chunk)
      const copy = async (): Promise<void> => {
        const sha256 = await copyOut(connection, `rows${index}`, join(folder, name))
        files[index] = { name, rows: chunk.events.length, sha256 }
      }
      earlier = copy()
      // Told by the next call or by `close`; without this an early failure would count as unheard.
      earlier.catch(() => undefined)
    },
    close: async rest => {
      await earlier
      release()
      const manifest: Manifest = { kind: 'oddsmith-recording', version: 1, ...rest, fingerprint: rows.digest('hex'), files }
      const file = join(folder, MANIFEST)
      await writeFile(`${file}.part`, manifestText(manifest))
      await rename(`${file}.part`, file)
      return manifest
    },
    abandon: async () => {
      await earlier.catch(() => undefined)
      release()
      for (const { name } of files) await rm(join(folder, name), { force: true })
    },
  }
}

async function copyOut(connection: DuckDBConnection, table: string, file: string): Promise<string> {
  await connection.run(
    `COPY (SELECT ${COPIED} FROM ${table}) TO '${file.replaceAll("'", "''")}' (FORMAT parquet, COMPRESSION zstd)`,
  )
  await connection.run(`DROP TABLE ${table}`)
  return sha256Of(file)
}

/** The SHA-256 of a file, in hex. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

async function fill(connection: DuckDBConnection, table: string, chunk: Chunk): Promise<void> {
  await connection.run(`CREATE TEMP TABLE ${table} ${TABLE}`)
  const appender = await connection.createAppender(table)
  const venueRows = new Uint32Array(chunk.byVenueTime.length)
  for (let place = 0; place < venueRows.length; place++) venueRows[chunk.byVenueTime[place]!] = place
  const ends = new Uint8Array(chunk.events.length)
  for (const end of chunk.batchEnds) ends[end - 1] = 1
  const columns: Columns = { chunk, venueRows, ends }
  const plain = DuckDBDataChunk.create(TYPES, VECTOR_ROWS)
  fillEvents(plain, () => null)
  for (let from = 0; from < chunk.events.length; from += VECTOR_ROWS) appendRows(appender, columns, { from, plain })
  appender.closeSync()
}

interface Columns {
  readonly chunk: Chunk
  readonly venueRows: Uint32Array
  readonly ends: Uint8Array
}

/** Most pieces hold no rare event: one chunk without any is filled again and again, for setting a null is slow. */
function appendRows(
  appender: DuckDBAppender,
  { chunk: { events }, venueRows, ends }: Columns,
  { from, plain }: { readonly from: number; readonly plain: DuckDBDataChunk },
): void {
  const rows = Math.min(VECTOR_ROWS, events.length - from)
  const hasRare = events.kind.subarray(from, from + rows).includes(EventKind.RARE)
  const data = hasRare || rows < VECTOR_ROWS ? DuckDBDataChunk.create(TYPES, rows) : plain
  const fillColumn = (column: number, values: Readonly<Record<number, number>>): void => {
    const vector = data.getColumnVector(column)
    for (let row = 0; row < rows; row++) vector.setItem(row, values[from + row]!)
    vector.flush()
  }
  fillColumn(0, events.receivedAt)
  fillColumn(1, events.at)
  fillColumn(2, events.market)
  fillColumn(3, events.kind)
  fillColumn(4, events.side)
  fillColumn(5, events.price)
  fillColumn(6, events.size)
  fillColumn(7, venueRows)
  const batchEnd = data.getColumnVector(8)
  for (let row = 0; row < rows; row++) batchEnd.setItem(row, ends[from + row] === 1)
  batchEnd.flush()
  if (data !== plain)
    fillEvents(data, row =>
      events.kind[from + row] === EventKind.RARE ? toJson(events.rare[events.price[from + row]!]) : null,
    )
  appender.appendDataChunk(data)
}

function fillEvents(data: DuckDBDataChunk, textOf: (row: number) => string | null): void {
  const vector = data.getColumnVector(9)
  for (let row = 0; row < vector.itemCount; row++) vector.setItem(row, textOf(row))
  vector.flush()
}
