import { join } from 'node:path'
import duckdb from '@duckdb/node-bindings'

/** A column of a small table. Values are text: a time as integer microseconds, a decimal as digits, a list as JSON. */
export interface TableColumn {
  readonly name: string
  readonly type: 'VARCHAR' | 'BOOLEAN' | 'BIGINT' | 'DOUBLE' | 'DOUBLE[]' | 'TIMESTAMP' | 'DECIMAL(38, 18)'
}

/** Rows of a result, one text for each column; null: no value. */
export interface ResultTable {
  /** File name without the extension. */
  readonly name: string
  readonly columns: readonly TableColumn[]
  readonly rows: readonly (readonly (string | null)[])[]
}

/**
 * Writes tables into a folder, each as one Parquet file (zstd), replacing existing ones. For results of some thousand rows: every value is passed as
 * text. Rejects if a text does not match its column's type or a file cannot be written. Uses the DuckDB binding directly: loading the 60 modules
 * above it takes longer than writing a few tables.
 */
export async function writeTables(folder: string, tables: readonly ResultTable[]): Promise<void> {
  const database = await duckdb.open(':memory:', configOf({ threads: '1', memory_limit: '1GB' }))
  const connection = await duckdb.connect(database)
  try {
    for (const table of tables) await writeTable(connection, folder, table)
  } finally {
    duckdb.disconnect_sync(connection)
    duckdb.close_sync(database)
  }
}

async function writeTable(connection: duckdb.Connection, folder: string, { name, columns, rows }: ResultTable): Promise<void> {
  const texts = columns.map(column => `${quoted(column.name)} VARCHAR`).join(', ')
  await duckdb.query(connection, `CREATE OR REPLACE TEMP TABLE texts (${texts})`)
  append(connection, rows)
  const typed = columns.map(column => `${typedText(column)} AS ${quoted(column.name)}`).join(', ')
  const target = `'${join(folder, `${name}.parquet`).replaceAll("'", "''")}'`
  await duckdb.query(connection, `COPY (SELECT ${typed} FROM texts) TO ${target} (FORMAT parquet, COMPRESSION zstd)`)
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

function configOf(options: Readonly<Record<string, string>>): duckdb.Config {
  const config = duckdb.create_config()
  for (const [name, value] of Object.entries(options)) duckdb.set_config(config, name, value)
  return config
}

function append(connection: duckdb.Connection, rows: readonly (readonly (string | null)[])[]): void {
  const appender = duckdb.appender_create(connection, null, 'texts')
  for (const row of rows) {
    for (const text of row) {
      if (text === null) duckdb.append_null(appender)
      else duckdb.append_varchar(appender, text)
    }
    duckdb.appender_end_row(appender)
  }
  duckdb.appender_close_sync(appender)
}

const typedText = ({ name, type }: TableColumn): string =>
  type === 'TIMESTAMP' ? `make_timestamp(${quoted(name)}::BIGINT)` : `${quoted(name)}::${type}`
