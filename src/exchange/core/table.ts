/**
 * Rows of one kind, by columns: to copy a hundred thousand rows is then to copy a few large arrays, and not a million small objects. A value that
 * repeats, such as an account, is stored once.
 */
export interface Table {
  readonly count: number
  readonly columns: ReadonlyMap<string, PackedColumn>
}

/**
 * All numbers; or a list of values, if hardly any repeats; or the different values, and for each row which of them. A row whose value is undefined
 * lacks the key.
 */
export type PackedColumn = Float64Array | readonly unknown[] | Interned

interface Interned {
  readonly words: readonly unknown[]
  readonly at: Uint32Array
}

/**
 * Rows are packed in blocks, column by column: a block is small enough to be in the processor's cache when the second column is read. The first
 * block decides whether a column's values repeat.
 */
const BLOCK = 1_000

/** Which keys of a row are packed: all except those named here, which are packed elsewhere. */
interface Packing<Row> {
  readonly except?: string
  /** The flat object that stands for a row. Default: the row itself. */
  readonly view?: (row: Row) => object
}

/** Packs flat rows. */
export const tableOf = <Row extends object>(rows: readonly Row[], { except = '', view = same }: Packing<Row> = {}): Table => {
  const columns = new Map<string, GrowingColumn>()
  for (let from = 0; from < rows.length; from += BLOCK) {
    const block: Cells[] = []
    const end = Math.min(rows.length, from + BLOCK)
    for (let index = from; index < end; index++) block.push(view(rows[index]!) as Cells)
    for (const row of block)
      for (const key in row)
        if (key !== except && !columns.has(key)) columns.set(key, new GrowingColumn(rows.length, { key, from }))
    for (const column of columns.values()) column.take(block, from)
  }
  return { count: rows.length, columns: new Map(Array.from(columns, ([key, column]) => [key, column.whole])) }
}

const same = (row: object): object => row

/** Unpacks rows into new objects. */
export const rowsOf = <Row extends object>({ count, columns }: Table): Row[] => {
  const common: Cells = {}
  for (const [key, column] of columns) if (isWhole(column)) common[key] = undefined
  // All rows have one shape from the beginning: objects that grow key by key are slow.
  const rows = Array.from({ length: count }, () => ({ ...common }))
  for (const [key, column] of columns) fill(rows, key, column)
  return rows as Row[]
}

type Cells = Record<string, unknown>

/** A column that grows block by block: numbers until another value comes, then interned values, or a plain list where hardly any value repeats. */
class GrowingColumn {
  readonly #count: number
  readonly #key: string
  #numbers: Float64Array | null
  #known: Map<unknown, number> | null = null
  #at: Uint32Array | null = null
  #list: unknown[] | null = null

  /** A column for `count` rows; rows before `from` lack the key. */
  constructor(count: number, { key, from }: { key: string; from: number }) {
    this.#count = count
    this.#key = key
    this.#numbers = new Float64Array(count)
    if (from > 0) this.#turnIntoWords(from, () => undefined)
  }

  get whole(): PackedColumn {
    return this.#numbers ?? this.#list ?? { words: [...this.#known!.keys()], at: this.#at! }
  }

  take(block: readonly Cells[], from: number): void {
    if (this.#numbers !== null) {
      if (this.#takeNumbers(this.#numbers, block, from)) return
      const numbers = this.#numbers
      this.#turnIntoWords(from, index => numbers[index])
    }
    if (this.#list === null) this.#takeWords(block, from)
    else for (const row of block) this.#list.push(row[this.#key])
  }

  /** Returns false when a value is not a number. */
  #takeNumbers(numbers: Float64Array, block: readonly Cells[], from: number): boolean {
    for (let index = 0; index < block.length; index++) {
      const value = block[index]![this.#key]
      if (typeof value !== 'number') return false
      numbers[from + index] = value
    }
    return true
  }

  #turnIntoWords(until: number, valueAt: (index: number) => unknown): void {
    this.#numbers = null
    this.#known = new Map()
    this.#at = new Uint32Array(this.#count)
    for (let index = 0; index < until; index++) this.#intern(index, valueAt(index))
  }

  #takeWords(block: readonly Cells[], from: number): void {
    for (let index = 0; index < block.length; index++) this.#intern(from + index, block[index]![this.#key])
    if (from > 0 || this.#count <= BLOCK || this.#known!.size <= BLOCK / 2) return
    this.#list = block.map(row => row[this.#key])
    this.#known = null
    this.#at = null
  }

  #intern(index: number, value: unknown): void {
    const known = this.#known!
    const place = known.get(value) ?? known.size
    if (place === known.size) known.set(value, place)
    this.#at![index] = place
  }
}

const isWhole = (column: PackedColumn): boolean =>
  column instanceof Float64Array || !(isInterned(column) ? column.words : column).includes(undefined)

const isInterned = (column: Exclude<PackedColumn, Float64Array>): column is Interned => 'words' in column

function fill(rows: readonly Cells[], key: string, column: PackedColumn): void {
  const isPlain = column instanceof Float64Array || !isInterned(column)
  for (let index = 0; index < rows.length; index++) {
    const value = isPlain ? column[index] : column.words[column.at[index]!]
    if (value !== undefined) rows[index]![key] = value
  }
}
