import { loadSource } from '../config/config.js'
import { ExitCode, ExitError } from '../config/exit.js'
import type { SearchSetup } from './backtest-setup.js'
import { loadSearch } from './load-search.js'
import { openSearch } from './open-search.js'
import type { Search } from './run-trials.js'
import { threadsOf } from './threads-of.js'

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
  const setup = withFlags(await loadSearch(loadSource(file), { models: 'pessimistic', recording: flags.recording }), flags)
  const search = openSearch(setup, { threads: threadsOf(flags.threads), folder: flags.out })
  const forget = sayWhenStopped(flags.out)
  try {
    return await run(search)
  } finally {
    forget()
    await search.close()
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
