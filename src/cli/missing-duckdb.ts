import { reasonOf } from '../model/reason-of.js'

/** The file of DuckDB's package that loads its binary. */
const LOADER = /node-bindings[/\\]duckdb\.js/

/**
 * What to do if an error says that the binary of DuckDB could not be loaded; null: it says something else. The binary is an optional package of each
 * system, so an install can end well without it.
 */
export function missingDuckDb(error: unknown): string | null {
  if (!(error instanceof Error) || !LOADER.test(error.stack ?? '')) return null
  const [why = ''] = reasonOf(error).split('\n')
  return (
    `DuckDB, which reads and writes Parquet, cannot be loaded on ${process.platform} ${process.arch}: ${why}; ` +
    'install the packages again on this computer, without --omit=optional'
  )
}
