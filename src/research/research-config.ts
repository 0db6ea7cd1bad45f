import { join, resolve } from 'node:path'
import type { z } from 'zod'
import type { backtestSchema } from '../cli/backtest-schema.js'
import type { BacktestAsked } from '../cli/backtest-setup.js'
import type { WrittenTerms } from '../cli/backtest-terms.js'
import { loadSource, parseSource } from '../cli/config.js'
import type { ConfigSource } from '../cli/config-error.js'
import type { configSchema } from '../cli/config-schema.js'
import { ExitCode, ExitError } from '../cli/exit.js'
import { checkedStrategy } from '../cli/load-strategy.js'
import type { StrategyDefinition } from '../strategy/strategy.js'
import type { OpenedRecording } from './open-recording.js'

/** The fields of a backtest's own config, as `config/backtest.yaml` has them. */
export type BacktestFields = z.input<typeof backtestSchema>

/** The fields of the config of a run, as `config/paper.yaml` has them. */
export type RunFields = z.input<typeof configSchema>

/** A strategy of the calling code, as its file would export it. */
export type GivenStrategy = StrategyDefinition<z.ZodType>

/** The fields of a config of either kind, in which a strategy may be an object instead of a name. */
export type CodedFields =
  | (Omit<BacktestFields, 'strategy'> & { readonly strategy: string | GivenStrategy })
  | (Omit<RunFields, 'strategies'> & {
      readonly strategies: readonly (Omit<RunFields['strategies'][number], 'strategy'> & {
        readonly strategy: string | GivenStrategy
      })[]
    })

/** What decides a search or a backtest beside its config. */
interface RequestParts {
  /** Where relative paths of fields are seen from. Default: the working folder. A file's are seen from the file's folder. */
  readonly folder?: string | undefined
  /** Instead of the config's: a path, seen from the working folder, or one that is open. */
  readonly recording?: string | OpenedRecording | undefined
  /** Latency, fees, fund and the rest, instead of the config's. */
  readonly terms?: WrittenTerms | undefined
}

/** What decides a search. */
export interface ConfigRequest extends RequestParts {
  /** A YAML file, or its fields. */
  readonly config: string | BacktestFields | RunFields
}

/** What decides a backtest. */
export interface CodedRequest extends RequestParts {
  /** A YAML file, or its fields; a strategy in them may be an object. */
  readonly config: string | CodedFields
}

/** How something is run, whatever it comes to. */
export interface RunOptions {
  /** Default: every core that helps. */
  readonly threads?: number | undefined
  /** Ends it; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/**
 * The config as it is checked: lines of fields that came as an object are those of its JSON. A strategy that is an object stands in it by its name. Throws an
 * `ExitError` of code 2 where such an object is no strategy.
 */
export function configSource({ config, folder }: Pick<CodedRequest, 'config' | 'folder'>): ConfigSource {
  if (typeof config === 'string') return loadSource(config)
  const given = new Map<string, GivenStrategy>()
  const text = JSON.stringify(config, (key, value: unknown) => (isGiven(key, value) ? nameIn(given, value) : value), 2)
  const source = parseSource(folder === undefined ? NAME : join(folder, NAME), text)
  return given.size === 0 ? source : { ...source, strategies: given }
}

/** No field of a config called `strategy` has fields itself. */
const isGiven = (key: string, value: unknown): boolean => key === 'strategy' && typeof value === 'object' && value !== null

/** Its own name, with a number behind it where another strategy has that name already. */
function nameIn(given: Map<string, GivenStrategy>, value: unknown): string {
  const strategy = checkedStrategy(value, NAME)
  for (let count = 1; ; count++) {
    const name = count === 1 ? strategy.name : `${strategy.name} (${count})`
    if (given.has(name) && given.get(name) !== strategy) continue
    given.set(name, strategy)
    return name
  }
}

/** How errors call a config that is in no file. */
const NAME = 'config'

/** What is asked beside the config, as the command line asks it. */
export const askedOf = ({ recording, terms }: RequestParts): BacktestAsked => ({
  ...(recording !== undefined && { recording: typeof recording === 'string' ? recording : recording.path }),
  ...(terms !== undefined && { terms }),
})

/** A request, or the config alone. */
export const asRequest = <R extends CodedRequest>(asked: R | R['config']): R | Pick<R, 'config'> =>
  typeof asked === 'object' && 'config' in asked ? asked : { config: asked }

const THREADS_MAX = 256

/** Throws an `ExitError` of code 2 on a number of threads that is none. */
export function threadsAsked(threads: number | undefined): number | undefined {
  if (threads === undefined || (Number.isInteger(threads) && threads >= 1 && threads <= THREADS_MAX)) return threads
  throw new ExitError(ExitCode.USAGE, `threads: expected a whole number from 1 to ${THREADS_MAX}, found ${threads}`)
}

/** An absolute path, seen from the working folder. */
export const outFolder = (out: string | undefined): string | null => (out === undefined ? null : resolve(out))
