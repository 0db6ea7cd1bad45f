/** One connection to an SQLite file, whichever engine serves it. Errors carry SQLite's own name of what went wrong as `code`, such as `SQLITE_FULL`. */
export interface Database {
  readonly readonly: boolean
  prepare<Parameters extends readonly unknown[] = unknown[], Row = unknown>(sql: string): Statement<Parameters, Row>
  /** Runs statements without parameters. */
  exec(sql: string): unknown
  /** Asks or sets a pragma. Answers its rows, or with `simple` the first value alone. */
  pragma(text: string, options?: { readonly simple?: boolean }): unknown
  /** Makes a function whose call is one transaction: it stands as a whole, or not at all where it throws. Inside another one it is a part of that. */
  transaction<Arguments extends readonly unknown[], Result>(
    work: (...args: Arguments) => Result,
  ): Transaction<Arguments, Result>
  /** Copies the file, as it is at one moment, into another one that is not there yet. */
  backup(file: string): Promise<unknown>
  close(): unknown
}

/** A prepared statement. Values are texts, numbers, bigints, bytes and null; bytes come back as a Buffer. */
export interface Statement<Parameters extends readonly unknown[], Row> {
  run(...parameters: Parameters): { readonly changes: number | bigint; readonly lastInsertRowid: number | bigint }
  /** The first row; undefined: there is none. */
  get(...parameters: Parameters): Row | undefined
  all(...parameters: Parameters): Row[]
  iterate(...parameters: Parameters): IterableIterator<Row>
  /** From here on, of each row the first column alone. */
  pluck(): this
}

/** A transaction by its call; `immediate` takes the lock of writers before anything else. */
export interface Transaction<Arguments extends readonly unknown[], Result> {
  (...args: Arguments): Result
  immediate(...args: Arguments): Result
}

/** How a file is opened. */
export interface DatabaseOptions {
  readonly readonly?: boolean
  /** Fails where the file is not there, in place of making it. */
  readonly fileMustExist?: boolean
  /** How long a lock of another connection is waited for, in ms. Absent: 5 s. */
  readonly timeout?: number
}

/** Opens files. */
export interface Engine {
  readonly name: 'better-sqlite3' | 'node:sqlite'
  open(file: string, options?: DatabaseOptions): Database
}
