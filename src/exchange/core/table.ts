/**
 * Rows of one kind, by columns: a hundred thousand of them are a few large arrays to copy instead of a million small things. What repeats, such as
 * an account, is there once.
 */
export interface Table {
  readonly count: number
  readonly columns: ReadonlyMap<string, Column>
}

/**
 * All numbers; the values where hardly any repeats; or the different values, and for each row which of them. A row whose value is undefined lacks
 * the key.
 */
export type Column = Float64Array | readonly unknown[] | Interned

interface Interned {
  readonly words: readonly unknown[]
  readonly at: Uint32Array
}

/** So many rows tell whether a column repeats itself. */
const SAMPLE = 1_000

/** Packs flat rows: every key of every row, whatever the type says of it, but one that is packed elsewhere. */
export const tableOf = (rows: readonly object[], except = ''): Table => {
  const keys = new Set<string>()
  for (const row of rows) for (const key in row) keys.add(key)
  keys.delete(except)
  return { count: rows.length, columns: new Map(Array.from(keys, key => [key, columnOf(rows as readonly Cells[], key)])) }
}

/** The rows again, as new objects. */
export const rowsOf = <Row extends object>({ count, columns }: Table): Row[] => {
  const common: Cells = {}
  for (const [key, column] of columns) if (isWhole(column)) common[key] = undefined
  // All of one shape from the beginning: objects that grow key by key are slow ones.
  const rows = Array.from({ length: count }, () => ({ ...common }))
  for (const [key, column] of columns) fill(rows, key, column)
  return rows as Row[]
}

type Cells = Record<string, unknown>

const columnOf = (rows: readonly Cells[], key: string): Column => {
  if (!rows.every(row => typeof row[key] === 'number')) return wordsOf(rows, key)
  const numbers = new Float64Array(rows.length)
  for (let index = 0; index < rows.length; index++) numbers[index] = rows[index]![key] as number
  return numbers
}

const wordsOf = (rows: readonly Cells[], key: string): Column => {
  if (rows.length > SAMPLE) {
    const found = new Set<unknown>()
    for (let index = 0; index < SAMPLE; index++) found.add(rows[index]![key])
    if (found.size > SAMPLE / 2) return rows.map(row => row[key])
  }
  const known = new Map<unknown, number>()
  const at = new Uint32Array(rows.length)
  for (let index = 0; index < rows.length; index++) {
    const value = rows[index]![key]
    const place = known.get(value) ?? known.size
    if (place === known.size) known.set(value, place)
    at[index] = place
  }
  return { words: [...known.keys()], at }
}

const isWhole = (column: Column): boolean =>
  column instanceof Float64Array || !(isInterned(column) ? column.words : column).includes(undefined)

const isInterned = (column: Exclude<Column, Float64Array>): column is Interned => 'words' in column

function fill(rows: readonly Cells[], key: string, column: Column): void {
  const isPlain = column instanceof Float64Array || !isInterned(column)
  for (let index = 0; index < rows.length; index++) {
    const value = isPlain ? column[index] : column.words[column.at[index]!]
    if (value !== undefined) rows[index]![key] = value
  }
}
