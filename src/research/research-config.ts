import { join, resolve } from 'node:path'
import type { z } from 'zod'
import type { backtestSchema } from '../cli/backtest-schema.js'
import type { BacktestAsked } from '../cli/backtest-setup.js'
import type { WrittenTerms } from '../cli/backtest-terms.js'
import { loadSource, parseSource } from '../cli/config.js'
import type { ConfigSource } from '../cli/config-error.js'
import type { configSchema } from '../cli/config-schema.js'
import { ExitCode, ExitError } from '../cli/exit.js'
import type { OpenedRecording } from './open-recording.js'

/** The fields of a backtest's own config, as `config/backtest.yaml` has them. */
export type BacktestFields = z.input<typeof backtestSchema>

/** The fields of the config of a run, as `config/paper.yaml` has them. */
export type RunFields = z.input<typeof configSchema>

/** What decides a backtest beside its config. */
export interface ConfigRequest {
  /** A YAML file, or its fields. */
  readonly config: string | BacktestFields | RunFields
  /** Where relative paths of fields are seen from. Default: the working folder. A file's are seen from the file's folder. */
  readonly folder?: string | undefined
  /** Instead of the config's: a path, seen from the working folder, or one that is open. */
  readonly recording?: string | OpenedRecording | undefined
  /** Latency, fees, fund and the rest, instead of the config's. */
  readonly terms?: WrittenTerms | undefined
}

/** How something is run, whatever it comes to. */
export interface RunOptions {
  /** Default: every core that helps. */
  readonly threads?: number | undefined
  /** Ends it; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** The config as those read it who check it: lines of fields that came as an object are those of its JSON. */
export function configSource({ config, folder }: Pick<ConfigRequest, 'config' | 'folder'>): ConfigSource {
  if (typeof config === 'string') return loadSource(config)
  return parseSource(folder === undefined ? NAME : join(folder, NAME), JSON.stringify(config, null, 2))
}

/** How errors call a config that is in no file. */
const NAME = 'config'

/** What is asked beside the config, as the command line asks it. */
export const askedOf = ({ recording, terms }: ConfigRequest): BacktestAsked => ({
  ...(recording !== undefined && { recording: typeof recording === 'string' ? recording : recording.path }),
  ...(terms !== undefined && { terms }),
})

/** A request, or the config alone. */
export const asRequest = <R extends ConfigRequest>(asked: R | ConfigRequest['config']): R | ConfigRequest =>
  typeof asked !== 'string' && isRequest(asked) ? asked : { config: asked }

const isRequest = <R extends ConfigRequest>(asked: R | BacktestFields | RunFields): asked is R => 'config' in asked

const THREADS_MAX = 256

/** Throws an `ExitError` of code 2 on a number of threads that is none. */
export function threadsAsked(threads: number | undefined): number | undefined {
  if (threads === undefined || (Number.isInteger(threads) && threads >= 1 && threads <= THREADS_MAX)) return threads
  throw new ExitError(ExitCode.USAGE, `threads: expected a whole number from 1 to ${THREADS_MAX}, found ${threads}`)
}

/** An absolute path, seen from the working folder. */
export const outFolder = (out: string | undefined): string | null => (out === undefined ? null : resolve(out))
