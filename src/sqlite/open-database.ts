import { createRequire } from 'node:module'
import type { Database, DatabaseOptions, Engine } from './database.js'
import { nodeEngine } from './node-engine.js'

const require = createRequire(import.meta.url)

let chosen: Engine | null = null

/**
 * Opens an SQLite file, or `:memory:`, with better-sqlite3, or with Node's own SQLite if the binary of better-sqlite3 does not load on this
 * machine. Throws SQLite's errors, and an `EngineMissingError` if there is neither.
 */
export function openDatabase(file: string, options: DatabaseOptions = {}): Database {
  chosen ??= chooseEngine(betterEngine, nodeEngine)
  return chosen.open(file, options)
}

/** This machine has no SQLite that can be loaded. */
export class EngineMissingError extends Error {
  constructor(cause: unknown) {
    super(
      `SQLite cannot be loaded: the binary of better-sqlite3 does not fit Node ${process.versions.node} on ${process.platform} ${process.arch}; ` +
        'run "npm rebuild better-sqlite3" (it needs python3, make and a C++ compiler), or use Node 22.13 or later, which has an SQLite of its own',
      { cause },
    )
    this.name = 'EngineMissingError'
  }
}

/** The first engine that can open a file in memory. Throws an `EngineMissingError` with the error of the first engine. */
export function chooseEngine(...engines: readonly (() => Engine)[]): Engine {
  let first: unknown = null
  for (const make of engines)
    try {
      const engine = make()
      engine.open(':memory:').close()
      return engine
    } catch (error) {
      first ??= error
    }
  throw new EngineMissingError(first)
}

/** The preferred engine. Its binary is loaded when the first file is opened. */
export function betterEngine(): Engine {
  const Better = require('better-sqlite3') as new (file: string, options?: DatabaseOptions) => BetterDatabase
  return {
    name: 'better-sqlite3',
    open: (file, options) => {
      const database = new Better(file, options)
      const backup = database.backup.bind(database)
      // Copies in one step: between two steps the event loop would run, and another writer could come in.
      return Object.assign(database, { backup: (copy: string) => backup(copy, { progress: () => 2 ** 30 }) })
    },
  }
}

type BetterDatabase = Omit<Database, 'backup'> & {
  backup(file: string, options: { readonly progress: () => number }): Promise<unknown>
}
