import duckdb from '@duckdb/node-bindings'

/** A column of a small table. Values come as text: a moment as its whole microseconds, a decimal as its digits. */
export interface TableColumn {
  readonly name: string
  readonly type: 'VARCHAR' | 'BOOLEAN' | 'DOUBLE' | 'TIMESTAMP' | 'DECIMAL(38, 18)'
}

/**
 * Writes rows as one Parquet file (zstd), over one that is there. For results, which are thousands of rows: every value crosses as text.
 * Rejects on text that is not of its column's type and where the file cannot be written. The binding itself is used: the 60 modules above it take
 * longer to load than two tables take to write.
 */
export async function writeTable(
  file: string,
  columns: readonly TableColumn[],
  rows: readonly (readonly (string | null)[])[],
): Promise<void> {
  const database = await duckdb.open(':memory:', configOf({ threads: '1', memory_limit: '1GB' }))
  const connection = await duckdb.connect(database)
  try {
    await duckdb.query(connection, `CREATE TEMP TABLE texts (${columns.map(({ name }) => `"${name}" VARCHAR`).join(', ')})`)
    append(connection, rows)
    const typed = columns.map(({ name, type }) => `${typedText(name, type)} AS "${name}"`).join(', ')
    const target = `'${file.replaceAll("'", "''")}'`
    await duckdb.query(connection, `COPY (SELECT ${typed} FROM texts) TO ${target} (FORMAT parquet, COMPRESSION zstd)`)
  } finally {
    duckdb.disconnect_sync(connection)
    duckdb.close_sync(database)
  }
}

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

const typedText = (name: string, type: TableColumn['type']): string =>
  type === 'TIMESTAMP' ? `make_timestamp("${name}"::BIGINT)` : `"${name}"::${type}`
