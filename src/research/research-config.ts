import { join, resolve } from 'node:path'
import type { z } from 'zod'
import type { backtestSchema } from '../cli/config/backtest-schema.js'
import type { WrittenTerms } from '../cli/config/backtest-terms.js'
import { loadSource, parseSource } from '../cli/config/config.js'
import type { ConfigSource } from '../cli/config/config-error.js'
import type { configSchema } from '../cli/config/config-schema.js'
import { ExitCode, ExitError } from '../cli/config/exit.js'
import { checkedStrategy } from '../cli/config/load-strategy.js'
import type { BacktestAsked } from '../cli/search/backtest-setup.js'
import type { StrategyDefinition } from '../strategy/strategy.js'
import type { OpenedRecording } from './open-recording.js'

/** Fields of a backtest's config, as in `config/backtest.yaml`. */
export type BacktestFields = z.input<typeof backtestSchema>

/** Fields of a run's config, as in `config/paper.yaml`. */
export type RunFields = z.input<typeof configSchema>

/** A strategy from the calling code, as its file would export it. */
export type GivenStrategy = StrategyDefinition<z.ZodType>

/** Fields of either kind of config, in which a strategy may be an object instead of a name. */
export type CodedFields =
  | (Omit<BacktestFields, 'strategy'> & { readonly strategy: string | GivenStrategy })
  | (Omit<RunFields, 'strategies'> & {
      readonly strategies: readonly (Omit<RunFields['strategies'][number], 'strategy'> & {
        readonly strategy: string | GivenStrategy
      })[]
    })

/** What determines a search or a backtest beside its config. */
interface RequestParts {
  /** Folder to which relative paths of fields refer. Default: the working folder. For a config file, the file's folder. */
  readonly folder?: string | undefined
  /** Replaces the config's: a path relative to the working folder, or an opened recording. */
  readonly recording?: string | OpenedRecording | undefined
  /** Latency, fees, funds and so on, replacing the config's. */
  readonly terms?: WrittenTerms | undefined
}

/** What determines a search. */
export interface ConfigRequest extends RequestParts {
  /** A YAML file, or its fields. */
  readonly config: string | BacktestFields | RunFields
}

/** What determines a backtest. */
export interface CodedRequest extends RequestParts {
  /** A YAML file, or its fields; a strategy in them may be an object. */
  readonly config: string | CodedFields
}

/** How to run; does not affect the result. */
export interface RunOptions {
  /** Default: every core that helps. */
  readonly threads?: number | undefined
  /** Aborts the run; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/**
 * The config as it is checked; for fields given as an object, line numbers refer to its JSON. A strategy given as an object is replaced by its name.
 * Throws an `ExitError` of code 2 if such an object is not a strategy.
 */
export function configSource({ config, folder }: Pick<CodedRequest, 'config' | 'folder'>): ConfigSource {
  if (typeof config === 'string') return loadSource(config)
  const given = new Map<string, GivenStrategy>()
  const text = JSON.stringify(config, (key, value: unknown) => (isGiven(key, value) ? nameIn(given, value) : value), 2)
  const source = parseSource(folder === undefined ? NAME : join(folder, NAME), text)
  return given.size === 0 ? source : { ...source, strategies: given }
}

/** No config field called `strategy` has fields itself, so an object there is a strategy. */
const isGiven = (key: string, value: unknown): boolean => key === 'strategy' && typeof value === 'object' && value !== null

/** Its own name, with a number appended if another strategy has that name already. */
function nameIn(given: Map<string, GivenStrategy>, value: unknown): string {
  const strategy = checkedStrategy(value, NAME)
  for (let count = 1; ; count++) {
    const name = count === 1 ? strategy.name : `${strategy.name} (${count})`
    if (given.has(name) && given.get(name) !== strategy) continue
    given.set(name, strategy)
    return name
  }
}

/** Name in errors for a config that is not in a file. */
const NAME = 'config'

/** The request beside the config, as the command line passes it. */
export const askedOf = ({ recording, terms }: RequestParts): BacktestAsked => ({
  ...(recording !== undefined && { recording: typeof recording === 'string' ? recording : recording.path }),
  ...(terms !== undefined && { terms }),
})

/** A request, or only a config. */
export const asRequest = <R extends CodedRequest>(asked: R | R['config']): R | Pick<R, 'config'> =>
  typeof asked === 'object' && 'config' in asked ? asked : { config: asked }

const THREADS_MAX = 256

/** Throws an `ExitError` of code 2 if the number of threads is invalid. */
export function threadsAsked(threads: number | undefined): number | undefined {
  if (threads === undefined || (Number.isInteger(threads) && threads >= 1 && threads <= THREADS_MAX)) return threads
  throw new ExitError(ExitCode.USAGE, `threads: expected a whole number from 1 to ${THREADS_MAX}, found ${threads}`)
}

/** An absolute path, relative to the working folder. */
export const outFolder = (out: string | undefined): string | null => (out === undefined ? null : resolve(out))
