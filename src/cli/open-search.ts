import { join } from 'node:path'
import { openTrialTable } from '../../backtest/sweep/trial-table.js'
import { acquireLease, LeaseHeldError } from '../journal/lease.js'
import type { SearchSetup } from './backtest-setup.js'
import { codeHash } from './code-hash.js'
import { loadSource } from './config.js'
import { ExitCode, ExitError, reasonOf } from './exit.js'
import type { Search } from './run-trials.js'
import { setUpSearch } from './set-up-search.js'
import { threadsOf } from './threads-of.js'
import { createTrialPool } from './trial-pool.js'

/** What a person says beside the config of a search. */
export interface SearchFlags {
  readonly recording?: string
  readonly threads?: string
  readonly random?: string
  readonly sequential?: string
  readonly seed?: string
  readonly report?: string
  readonly json?: boolean
  readonly out: string
}

/** Opens what a search stands on, runs it and closes everything again. Rejects with an `ExitError` of code 3 where another process writes into the same folder. */
export async function withSearch<T>(file: string, flags: SearchFlags, run: (search: Search) => Promise<T>): Promise<T> {
  const setup = withFlags(await setUpSearch(loadSource(file), { models: 'pessimistic', recording: flags.recording }), flags)
  const threads = threadsOf(flags.threads)
  const lease = leaseOf(flags.out)
  const table = tableOf(flags.out)
  const pool = createTrialPool(threads)
  const forget = sayWhenStopped(flags.out)
  try {
    return await run({
      setup,
      code: codeHash(setup.config.strategy, setup.folder),
      pool,
      table,
    })
  } finally {
    forget()
    await pool.close()
    table.close()
    lease.release()
  }
}

/** A result is written down whole as it comes, so a signal ends the process as it would without us; only what is left of it is said first. */
function sayWhenStopped(folder: string): () => void {
  const signals = ['SIGINT', 'SIGTERM'] as const
  const onSignal = (signal: NodeJS.Signals): void => {
    forget()
    const clear = process.stderr.isTTY ? '\r\u001b[K' : ''
    process.stderr.write(
      `${clear}stopped: the trials that were finished are in ${folder}; the same command goes on from there\n`,
    )
    process.kill(process.pid, signal)
  }
  const forget = (): void => {
    for (const signal of signals) process.off(signal, onSignal)
  }
  for (const signal of signals) process.on(signal, onSignal)
  return forget
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

function tableOf(folder: string): Search['table'] {
  try {
    return openTrialTable(folder)
  } catch (error) {
    throw new ExitError(ExitCode.USAGE, reasonOf(error), error)
  }
}

/** What was said on the command line stands above the config. */
function withFlags(setup: SearchSetup, { report, random, sequential, seed }: SearchFlags): SearchSetup {
  if (random !== undefined && sequential !== undefined)
    throw new ExitError(ExitCode.USAGE, 'expected --random or --sequential, found both')
  const { random: _, sequential: __, ...rest } = setup.config.sweep
  const sweep = {
    ...(random === undefined && sequential === undefined ? setup.config.sweep : rest),
    ...(report === undefined ? {} : { reports: whole('--report', report, 20) }),
    ...(random === undefined ? {} : { random: Math.max(1, whole('--random', random, 100_000)) }),
    ...(sequential === undefined ? {} : { sequential: Math.max(1, whole('--sequential', sequential, 10_000)) }),
    ...(seed === undefined ? {} : { seed: whole('--seed', seed, Number.MAX_SAFE_INTEGER) }),
  }
  return { ...setup, config: { ...setup.config, sweep } }
}

function whole(name: string, text: string, max: number): number {
  const value = Number(text)
  if (/^\d{1,16}$/.test(text) && value <= max) return value
  throw new ExitError(ExitCode.USAGE, `${name}: expected a whole number up to ${max}, found "${text}"`)
}
