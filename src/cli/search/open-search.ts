import { join } from 'node:path'
import { memoryTrials, openTrialTable } from '../../../backtest/sweep/trial-table.js'
import { acquireLease, LeaseHeldError } from '../../journal/lease.js'
import { ExitCode, ExitError, reasonOf } from '../config/exit.js'
import type { SearchSetup } from './backtest-setup.js'
import { codeHash } from './code-hash.js'
import type { Search } from './run-trials.js'
import { createTrialPool } from './trial-pool.js'

interface SearchPlace {
  readonly threads: number
  /** Whose table trials are written to and taken from; null: they are kept in memory. */
  readonly folder: string | null
  /** Ends the trials that run. */
  readonly signal?: AbortSignal | undefined
}

/** A search whose threads and table are its own until it is closed. */
interface OpenedSearch extends Search {
  close(): Promise<void>
}

/** Opens what a search stands on. Throws an `ExitError` of code 3 where another process writes into the same folder, and of code 2 where it holds no trials. */
export function openSearch(setup: SearchSetup, { threads, folder, signal }: SearchPlace): OpenedSearch {
  const code = codeHash(setup.config.strategy, setup.folder)
  const lease = folder === null ? null : leaseOf(folder)
  const table = folder === null ? memoryTrials() : tableIn(folder, lease)
  const pool = createTrialPool(threads, signal)
  return {
    setup,
    code,
    pool,
    table,
    close: async () => {
      await pool.close()
      table.close()
      lease?.release()
    },
  }
}

function leaseOf(folder: string): { release(): void } {
  try {
    return acquireLease(join(folder, '.lock'))
  } catch (error) {
    if (!(error instanceof LeaseHeldError)) throw error
    const who = error.pid === null ? 'another process' : `process ${error.pid}`
    throw new ExitError(ExitCode.REFUSED, `${who} writes into ${folder}; choose another folder with --out`, error)
  }
}

function tableIn(folder: string, lease: { release(): void } | null): Search['table'] {
  try {
    return openTrialTable(folder)
  } catch (error) {
    lease?.release()
    throw new ExitError(ExitCode.USAGE, reasonOf(error), error)
  }
}
