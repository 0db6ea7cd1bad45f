import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Database, DatabaseOptions, Engine, Statement, Transaction } from './database.js'

const require = createRequire(import.meta.url)

/** The part of Node's own SQLite that is used here, with the names of its documentation. The types of the oldest supported Node lack it. */
interface NodeModule {
  readonly DatabaseSync: new (file: string, options: { readonly readOnly: boolean }) => NodeDatabase
}
interface NodeDatabase {
  prepare(sql: string): NodeStatement
  exec(sql: string): void
  close(): void
}
interface NodeStatement {
  run(...parameters: readonly unknown[]): { readonly changes: number | bigint; readonly lastInsertRowid: number | bigint }
  get(...parameters: readonly unknown[]): NodeRow | undefined
  all(...parameters: readonly unknown[]): NodeRow[]
  iterate(...parameters: readonly unknown[]): IterableIterator<NodeRow>
}
type NodeRow = Record<string, unknown>

const TIMEOUT_MS = 5_000

/** Node's own SQLite, in 22.13 and later. Throws when this Node has none. */
export function nodeEngine(): Engine {
  const { DatabaseSync } = withoutWarning(() => require('node:sqlite') as NodeModule)
  return {
    name: 'node:sqlite',
    open: (file, options = {}) => named(() => new NodeConnection(connect(DatabaseSync, file, options), options)),
  }
}

function connect(DatabaseSync: NodeModule['DatabaseSync'], file: string, options: DatabaseOptions): NodeDatabase {
  const isReadOnly = options.readonly === true
  if ((options.fileMustExist === true || isReadOnly) && !existsSync(file))
    throw sqliteError('unable to open database file', CANNOT_OPEN)
  const database = new DatabaseSync(file, { readOnly: isReadOnly })
  database.exec(`PRAGMA busy_timeout = ${options.timeout ?? TIMEOUT_MS}`)
  return database
}

/** Hides Node's warning that this module may change, because the tests of the other engine also run with this one. */
function withoutWarning<T>(load: () => T): T {
  const emitWarning = process.emitWarning.bind(process)
  process.emitWarning = () => undefined
  try {
    return load()
  } finally {
    process.emitWarning = emitWarning
  }
}

class NodeConnection implements Database {
  readonly readonly: boolean
  readonly #database: NodeDatabase
  #depth = 0
  #isClosed = false

  constructor(database: NodeDatabase, { readonly: isReadOnly = false }: DatabaseOptions) {
    this.#database = database
    this.readonly = isReadOnly
  }

  prepare<P extends readonly unknown[], R>(sql: string): Statement<P, R> {
    return new NodeRows<P, R>(named(() => this.#database.prepare(sql)))
  }

  exec(sql: string): void {
    named(() => this.#database.exec(sql))
  }

  pragma(text: string, { simple = false }: { readonly simple?: boolean } = {}): unknown {
    const rows = named(() => this.#database.prepare(`PRAGMA ${text}`).all())
    return simple ? Object.values(rows[0] ?? {})[0] : rows
  }

  transaction<A extends readonly unknown[], R>(work: (...args: A) => R): Transaction<A, R> {
    const within = (begin: string, args: A): R => this.#within(begin, () => work(...args))
    return Object.assign((...args: A) => within('BEGIN', args), { immediate: (...args: A) => within('BEGIN IMMEDIATE', args) })
  }

  async backup(file: string): Promise<void> {
    named(() => this.#database.prepare('VACUUM INTO ?').run(file))
  }

  /** Closing twice is allowed, as with the other engine. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#database.close()
  }

  #within<R>(begin: string, work: () => R): R {
    const isInner = this.#depth > 0
    this.exec(isInner ? 'SAVEPOINT inner_part' : begin)
    this.#depth++
    try {
      const result = work()
      this.exec(isInner ? 'RELEASE inner_part' : 'COMMIT')
      return result
    } catch (error) {
      this.#undo(isInner)
      throw error
    } finally {
      this.#depth--
    }
  }

  /** Rolls back. SQLite has already done so itself if the disk is full or fails. */
  #undo(isInner: boolean): void {
    try {
      this.exec(isInner ? 'ROLLBACK TO inner_part; RELEASE inner_part' : 'ROLLBACK')
    } catch {
      // No transaction is open any more; the error that is thrown tells why.
    }
  }
}

class NodeRows<P extends readonly unknown[], R> implements Statement<P, R> {
  readonly #statement: NodeStatement
  #isPlucked = false

  constructor(statement: NodeStatement) {
    this.#statement = statement
  }

  run(...parameters: P): ReturnType<Statement<P, R>['run']> {
    return named(() => this.#statement.run(...parameters))
  }

  get(...parameters: P): R | undefined {
    const row = named(() => this.#statement.get(...parameters))
    return row === undefined ? undefined : this.#read(row)
  }

  all(...parameters: P): R[] {
    return named(() => this.#statement.all(...parameters)).map(row => this.#read(row))
  }

  *iterate(...parameters: P): Generator<R, undefined> {
    const rows = named(() => this.#statement.iterate(...parameters))
    try {
      for (;;) {
        const next = named(() => rows.next())
        if (next.done === true) return
        yield this.#read(next.value)
      }
    } finally {
      // A reader that stops early must not leave the statement running.
      rows.return?.()
    }
  }

  pluck(): this {
    this.#isPlucked = true
    return this
  }

  /** The caller owns the row, so its bytes may be wrapped in a Buffer in place. */
  #read(row: NodeRow): R {
    const read: NodeRow = {}
    for (const [column, value] of Object.entries(row))
      read[column] = value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value
    return (this.#isPlucked ? Object.values(read)[0] : read) as R
  }
}

const CANNOT_OPEN = 14
/** SQLite's error numbers with the names that the other engine reports. */
const NAMES: Readonly<Record<number, string>> = {
  1: 'SQLITE_ERROR',
  3: 'SQLITE_PERM',
  4: 'SQLITE_ABORT',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  7: 'SQLITE_NOMEM',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  [CANNOT_OPEN]: 'SQLITE_CANTOPEN',
  15: 'SQLITE_PROTOCOL',
  17: 'SQLITE_SCHEMA',
  18: 'SQLITE_TOOBIG',
  19: 'SQLITE_CONSTRAINT',
  23: 'SQLITE_AUTH',
  26: 'SQLITE_NOTADB',
}

const sqliteError = (message: string, number: number, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { name: 'SqliteError', code: NAMES[number % 256] ?? 'SQLITE_ERROR' })

/** Runs `work`, and gives an error of SQLite the name of its number. */
function named<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') throw error
    throw sqliteError(error.message, error.errcode, error)
  }
}
