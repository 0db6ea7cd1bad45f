import { DuckDBInstance } from '@duckdb/node-api'
import { reasonOf } from '../../model/reason-of.js'
import { RecordingError } from './recording-error.js'

/** How a column of a small table is read: a time as integer microseconds, a decimal as a double. */
export type ReadAs = 'text' | 'number' | 'boolean' | 'time'

/** A file from elsewhere can be small and hold more than memory. No result has texts that are nearly as long, or as many rows. */
const TEXT_MAX = 1_000
const ROWS_MAX = 2 ** 24

const CASTS: Readonly<Record<ReadAs, (name: string) => string>> = {
  text: name => `left("${name}"::VARCHAR, ${TEXT_MAX})`,
  number: name => `"${name}"::DOUBLE`,
  boolean: name => `"${name}"::BOOLEAN`,
  time: name => `epoch_us("${name}")::DOUBLE`,
}

/** Reads columns of a Parquet file of results, row by row in file order. Rejects with a `RecordingError` if the file lacks a column. */
export async function readTable(
  file: string,
  columns: Readonly<Record<string, ReadAs>>,
): Promise<readonly (readonly unknown[])[]> {
  const database = await DuckDBInstance.create(':memory:', { threads: '1', memory_limit: '1GB' })
  const connection = await database.connect()
  try {
    const list = Object.entries(columns).map(([name, as]) => CASTS[as](name))
    const read = await connection.runAndReadAll(
      `SELECT ${list.join(', ')} FROM '${file.replaceAll("'", "''")}' LIMIT ${ROWS_MAX + 1}`,
    )
    if (read.currentRowCount > ROWS_MAX) throw new Error(`it has more than ${ROWS_MAX} rows`)
    return read.getRows()
  } catch (error) {
    throw new RecordingError(`${file} is not what a backtest writes: ${reasonOf(error)}`)
  } finally {
    connection.closeSync()
    database.closeSync()
  }
}
