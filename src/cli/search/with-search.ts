import { accessSync, constants, mkdirSync } from 'node:fs'
import { loadSource } from '../config/config.js'
import { ExitCode, ExitError } from '../config/exit.js'
import { intoFolder } from '../config/into-folder.js'
import { warnText } from '../screen/print-text.js'
import type { SearchSetup } from './backtest-setup.js'
import { loadSearch } from './load-search.js'
import { openSearch } from './open-search.js'
import type { Search } from './run-trials.js'
import { threadsOf } from './threads-of.js'

/** Options of a search beside its config. */
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

/**
 * Opens the parts of a search, runs it and closes everything. Rejects with an `ExitError` of code 3 if another process writes into the same folder.
 */
export async function withSearch<T>(file: string, flags: SearchFlags, run: (search: Search) => Promise<T>): Promise<T> {
  const setup = withFlags(await loadSearch(loadSource(file), { models: 'pessimistic', recording: flags.recording }), flags)
  const threads = threadsOf(flags.threads)
  await intoFolder(flags.out, () => {
    mkdirSync(flags.out, { recursive: true })
    accessSync(flags.out, constants.W_OK)
  })
  const search = openSearch(setup, { threads, folder: flags.out })
  const forget = sayWhenStopped(flags.out)
  try {
    return await intoFolder(flags.out, () => run(search))
  } finally {
    forget()
    await search.close()
  }
}

/** On a signal, the process ends as it would without this handler, because each result is already written; before that, it prints what is kept. */
function sayWhenStopped(folder: string): () => void {
  const signals = ['SIGINT', 'SIGTERM'] as const
  const onSignal = (signal: NodeJS.Signals): void => {
    forget()
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
    warnText(`stopped: finished trials are in ${folder}; the same command continues from there\n`)
    process.kill(process.pid, signal)
  }
  const forget = (): void => {
    for (const signal of signals) process.off(signal, onSignal)
  }
  for (const signal of signals) process.on(signal, onSignal)
  return forget
}

/** Options of the command line replace those of the config. */
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
