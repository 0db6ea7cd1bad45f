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

/** Each column travels as one text, which DuckDB splits: a call for each value took a third of the time of a short backtest's tables. */
async function writeTable(connection: duckdb.Connection, folder: string, { name, columns, rows }: ResultTable): Promise<void> {
  const marks = marksFor(rows)
  const typed = columns.map((column, at) => `${typedText(column.type, `c${at}`)} AS ${quoted(column.name)}`)
  // In two floors: what is missing is told apart after the split, or each row would split the whole text again.
  const texts = columns.map((_, at) => `nullif(t${at}, ${marks.missing.sql}) AS c${at}`)
  const split = columns.map((_, at) => `unnest(string_split($${at + 1}, ${marks.end.sql})) AS t${at}`)
  // An empty text splits into one row.
  const filled = rows.length === 0 ? 'WHERE false' : ''
  const target = `'${join(folder, `${name}.parquet`).replaceAll("'", "''")}'`
  const select = `SELECT ${typed.join(', ')} FROM (SELECT ${texts.join(', ')} FROM (SELECT ${split.join(', ')})) ${filled}`
  const statement = await duckdb.prepare(connection, `COPY (${select}) TO ${target} (FORMAT parquet, COMPRESSION zstd)`)
  for (const at of columns.keys())
    duckdb.bind_varchar(statement, at + 1, rows.map(row => row[at] ?? marks.missing.text).join(marks.end.text))
  await duckdb.execute_prepared(statement)
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

function configOf(options: Readonly<Record<string, string>>): duckdb.Config {
  const config = duckdb.create_config()
  for (const [name, value] of Object.entries(options)) duckdb.set_config(config, name, value)
  return config
}

/** A control character, as text and in SQL. */
interface Mark {
  readonly text: string
  readonly sql: string
}

/** What ends a value in the text of a column, and what stands for a missing one: two control characters that no value has. */
function marksFor(rows: ResultTable['rows']): { readonly end: Mark; readonly missing: Mark } {
  const whole = rows.map(row => row.join('')).join('')
  const isFree = (code: number): boolean => !whole.includes(String.fromCharCode(code))
  const end = CONTROLS.find(isFree)
  const missing = CONTROLS.findLast(isFree)
  if (end === undefined || missing === undefined || end === missing)
    throw new Error('the texts of a table contain every control character')
  return { end: markOf(end), missing: markOf(missing) }
}

/** Codes of the control characters that a text may have. */
const CONTROLS = Array.from({ length: 31 }, (_, at) => at + 1)

const markOf = (code: number): Mark => ({ text: String.fromCharCode(code), sql: `chr(${code})` })

function typedText(type: TableColumn['type'], text: string): string {
  if (type === 'TIMESTAMP') return `make_timestamp(${text}::BIGINT)`
  if (type !== 'DECIMAL(38, 18)') return `${text}::${type}`
  // In two parts: DuckDB reads a decimal of 38 digits from text ten times as slowly as one of 18.
  const fraction = `(if(starts_with(${text}, '-'), '-0.', '0.') || split_part(${text}, '.', 2))::DECIMAL(18, 18)`
  return `(split_part(${text}, '.', 1)::BIGINT::DECIMAL(38, 18) + ${fraction})::${type}`
}
