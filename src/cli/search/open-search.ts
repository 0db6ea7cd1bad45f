import { join } from 'node:path'
import { memoryTrials, openTrialTable } from '../../../backtest/sweep/trial-table.js'
import { acquireLease, LeaseHeldError } from '../../journal/lease.js'
import { reasonOf } from '../../model/reason-of.js'
import { ExitCode, ExitError } from '../config/exit.js'
import type { SearchSetup } from './backtest-setup.js'
import { codeHash } from './code-hash.js'
import type { Search } from './run-trials.js'
import { createTrialPool } from './trial-pool.js'

interface SearchPlace {
  readonly threads: number
  /** The folder whose table of trials is read and extended; null: trials are kept in memory. */
  readonly folder: string | null
  /** Aborts the running trials. */
  readonly signal?: AbortSignal | undefined
}

/** A search with its threads and its table, until it is closed. */
interface OpenedSearch extends Search {
  close(): Promise<void>
}

/**
 * Opens the threads and the table of a search. Throws an `ExitError` of code 3 if another process writes into the same folder, and of code 2 if the
 * folder contains no trials.
 */
export function openSearch(setup: SearchSetup, { threads, folder, signal }: SearchPlace): OpenedSearch {
  const code = codeHash(setup.config.strategy, setup.folder)
  const lease = folder === null ? null : leaseOf(folder)
  const table = folder === null ? memoryTrials() : tableIn(folder, lease)
  const pool = createTrialPool(threads, { stanzas: setup.stanzas, signal })
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
