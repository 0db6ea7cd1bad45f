import { resolve } from 'node:path'
import type { Assignment } from '../../engine/desk-options.js'
import { complaint } from './config.js'
import type { ConfigSource } from './config-error.js'
import { ExitError } from './exit.js'
import { loadStrategy, strategyPlace } from './load-strategy.js'

/** The place of a strategy that code passed in; no stack frame matches it. */
const IN_CODE = 'a strategy of the calling code'

/** A strategy that a config names. */
export interface LoadedStrategy {
  readonly definition: Assignment['definition']
  /** The location of its code: a file, or the folder of a package. */
  readonly place: string
}

/**
 * Loads the strategy that a config names, with the location of its code. `path` is the place of the name in the file. Rejects with an `ExitError` of
 * code 2 that names file and line.
 */
export async function strategyOf(source: ConfigSource, name: string, path: readonly PropertyKey[]): Promise<LoadedStrategy> {
  const given = source.strategies?.get(name)
  if (given !== undefined) return { definition: given, place: IN_CODE }
  const folder = resolve(source.file, '..')
  const definition = await loadStrategy(name, folder).catch((error: unknown) => {
    throw error instanceof ExitError ? complaint(source, path, error.message) : error
  })
  return { definition, place: await strategyPlace(name, folder) }
}
