import { createRequire } from 'node:module'
import type { Database, DatabaseOptions, Engine } from './database.js'
import { nodeEngine } from './node-engine.js'

const require = createRequire(import.meta.url)

let chosen: Engine | null = null

/**
 * Opens an SQLite file, or `:memory:`. better-sqlite3 serves it; where its binary does not load on this machine, Node's own SQLite does. Throws what SQLite
 * says, and an `EngineMissingError` where there is neither.
 */
export function openDatabase(file: string, options: DatabaseOptions = {}): Database {
  chosen ??= chooseEngine(betterEngine, nodeEngine)
  return chosen.open(file, options)
}

/** There is no SQLite on this machine. */
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

/** The first engine that opens a file in memory. Throws an `EngineMissingError` with what the first one said. */
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

/** The engine that is taken where it can be: its binary loads with the first file that it opens. */
export function betterEngine(): Engine {
  const Better = require('better-sqlite3') as new (file: string, options?: DatabaseOptions) => BetterDatabase
  return {
    name: 'better-sqlite3',
    open: (file, options) => {
      const database = new Better(file, options)
      const backup = database.backup.bind(database)
      // In one step: between two of them the event loop turns, and a writer may come in.
      return Object.assign(database, { backup: (copy: string) => backup(copy, { progress: () => 2 ** 30 }) })
    },
  }
}

type BetterDatabase = Omit<Database, 'backup'> & {
  backup(file: string, options: { readonly progress: () => number }): Promise<unknown>
}
