/** One connection to an SQLite file, whichever engine serves it. The `code` of an error is SQLite's own name, such as `SQLITE_FULL`. */
export interface Database {
  readonly readonly: boolean
  prepare<Parameters extends readonly unknown[] = unknown[], Row = unknown>(sql: string): Statement<Parameters, Row>
  /** Runs statements without parameters. */
  exec(sql: string): unknown
  /** Reads or sets a pragma. Returns its rows; with `simple` only the first value. */
  pragma(text: string, options?: { readonly simple?: boolean }): unknown
  /**
   * Returns a function whose call is one transaction: committed whole, or undone when `work` throws. Called inside another transaction, it is a
   * part of that one.
   */
  transaction<Arguments extends readonly unknown[], Result>(
    work: (...args: Arguments) => Result,
  ): Transaction<Arguments, Result>
  /** Copies the file as it is at one moment into another file, which must not exist yet. */
  backup(file: string): Promise<unknown>
  close(): unknown
}

/** A prepared statement. Values are texts, numbers, bigints, bytes and null; bytes are returned as a Buffer. */
export interface Statement<Parameters extends readonly unknown[], Row> {
  run(...parameters: Parameters): { readonly changes: number | bigint; readonly lastInsertRowid: number | bigint }
  /** The first row; undefined: there is none. */
  get(...parameters: Parameters): Row | undefined
  all(...parameters: Parameters): Row[]
  iterate(...parameters: Parameters): IterableIterator<Row>
  /** From now on, each row is returned as its first column alone. */
  pluck(): this
}

/** Runs a transaction; `immediate` takes the writers' lock before anything else. */
export interface Transaction<Arguments extends readonly unknown[], Result> {
  (...args: Arguments): Result
  immediate(...args: Arguments): Result
}

/** How a file is opened. */
export interface DatabaseOptions {
  readonly readonly?: boolean
  /** Fails when the file does not exist, instead of creating it. */
  readonly fileMustExist?: boolean
  /** How long to wait for a lock of another connection, in ms. Absent: 5 s. */
  readonly timeout?: number
}

/** Opens files. */
export interface Engine {
  readonly name: 'better-sqlite3' | 'node:sqlite'
  open(file: string, options?: DatabaseOptions): Database
}
