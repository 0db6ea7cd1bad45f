import { DuckDBInstance } from '@duckdb/node-api'

/** A column of a small table. Values come as text: a moment as its whole microseconds, a decimal as its digits. */
export interface TableColumn {
  readonly name: string
  readonly type: 'VARCHAR' | 'BOOLEAN' | 'DOUBLE' | 'TIMESTAMP' | 'DECIMAL(38, 18)'
}

/**
 * Writes rows as one Parquet file (zstd), over one that is there. For results, which are thousands of rows: every value crosses as text.
 * Rejects on text that is not of its column's type and where the file cannot be written.
 */
export async function writeTable(
  file: string,
  columns: readonly TableColumn[],
  rows: readonly (readonly (string | null)[])[],
): Promise<void> {
  const database = await DuckDBInstance.create(':memory:', { threads: '1', memory_limit: '1GB' })
  const connection = await database.connect()
  try {
    await connection.run(`CREATE TEMP TABLE texts (${columns.map(({ name }) => `"${name}" VARCHAR`).join(', ')})`)
    const appender = await connection.createAppender('texts')
    for (const row of rows) {
      for (const text of row) {
        if (text === null) appender.appendNull()
        else appender.appendVarchar(text)
      }
      appender.endRow()
    }
    appender.closeSync()
    const typed = columns.map(({ name, type }) => `${typedText(name, type)} AS "${name}"`).join(', ')
    await connection.run(
      `COPY (SELECT ${typed} FROM texts) TO '${file.replaceAll("'", "''")}' (FORMAT parquet, COMPRESSION zstd)`,
    )
  } finally {
    connection.closeSync()
    database.closeSync()
  }
}

const typedText = (name: string, type: TableColumn['type']): string =>
  type === 'TIMESTAMP' ? `make_timestamp("${name}"::BIGINT)` : `"${name}"::${type}`
