import { reasonOf } from '../../model/reason-of.js'
import { ExitCode, ExitError } from './exit.js'

/** Codes of the system for a disk that is full, broken or not writable, and for a path that leads to something else than a folder or nowhere. */
const REFUSALS: ReadonlySet<unknown> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
  'EACCES',
  'EPERM',
  'EEXIST',
  'ENOTDIR',
  'EISDIR',
  'ENAMETOOLONG',
  'ELOOP',
])

/** Runs what writes into a folder. Rejects with an `ExitError` of code 1 that names the folder if the system refuses to write there. */
export async function intoFolder<T>(folder: string, write: () => Promise<T> | T): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!isRefusal(error)) throw error
    throw new ExitError(ExitCode.FAILED, `${folder} cannot be written, or not completely: ${reasonOf(error)}`, error)
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && REFUSALS.has(error.code)) || OF_DUCKDB.test(error.message))

/** DuckDB, which writes the tables, gives the reason of the system as text only. */
const OF_DUCKDB = /^IO Error: (?:Could not write|Cannot open) file/
