import type { z } from 'zod'
import { z as schemas } from 'zod'
import { checked } from '../cli/config/config.js'
import { ExitCode, ExitError } from '../cli/config/exit.js'
import { sweepSchema, walkForwardSchema } from '../cli/config/sweep-schema.js'
import type { SearchSetup } from '../cli/search/backtest-setup.js'
import { loadSearch } from '../cli/search/load-search.js'
import { openSearch } from '../cli/search/open-search.js'
import type { PlaySearch } from '../cli/search/play-sweep.js'
import type { Search } from '../cli/search/run-trials.js'
import { threadsOf } from '../cli/search/threads-of.js'
import {
  askedOf,
  asRequest,
  type ConfigRequest,
  configSource,
  outFolder,
  type RunOptions,
  threadsAsked,
} from './research-config.js'
import { withResearchErrors } from './research-error.js'

/** Progress of a search. */
export interface SearchProgress {
  /** What is searched: a strategy, or a fold of a walk-forward. */
  readonly what: string
  /** Trials that were run, trials already known, and the total. */
  readonly done: number
  readonly known: number
  readonly of: number
  /** Of those that were run; null: none had a fill. */
  readonly best: { readonly parameters: Readonly<Record<string, unknown>>; readonly profit: number } | null
}

/** A parameter search to run. */
export interface SearchRequest extends ConfigRequest, RunOptions {
  /** Fields that replace those of the config's `sweep`. */
  readonly sweep?: z.input<typeof sweepSchema> | undefined
  /** Fields that replace those of the config's `walkForward`. */
  readonly walkForward?: z.input<typeof walkForwardSchema> | undefined
  /** Folder for table, page and reports; trials already there are not run again. Absent: nothing is written or kept. */
  readonly out?: string | undefined
  /** Called as trials end. */
  readonly onProgress?: ((progress: SearchProgress) => void) | undefined
}

/** Opens a search, runs it and closes it. */
export const withResearch = <T>(
  asked: SearchRequest | ConfigRequest['config'],
  run: (search: Search, play: PlaySearch) => Promise<T>,
): Promise<T> =>
  withResearchErrors(async () => {
    const request: SearchRequest = asRequest<SearchRequest>(asked)
    const { signal } = request
    signal?.throwIfAborted()
    const threads = threadsAsked(request.threads) ?? threadsOf(undefined)
    const source = configSource(request)
    if (source.strategies !== undefined) throw new ExitError(ExitCode.USAGE, BY_NAME)
    const setup = withFields(await loadSearch(source, { ...askedOf(request), models: 'pessimistic' }), request)
    const folder = outFolder(request.out)
    const search = openSearch(setup, { threads, folder, signal })
    try {
      return await run(search, { folder, command: 'oddsmith/research', progress: progressOf(request) })
    } finally {
      await search.close()
    }
  })

const BY_NAME =
  'strategy: a search runs on threads, and each loads the strategy itself; name its file or package in place of the object'

const fields = schemas.record(schemas.string(), schemas.unknown())

/** A search is random or sequential: setting one removes the other. */
function withFields(setup: SearchSetup, { sweep, walkForward }: SearchRequest): SearchSetup {
  const { source, config } = setup
  const own = fields.safeParse(source.document.toJS()).data ?? {}
  const { random, sequential, ...rest } = fields.safeParse(own['sweep'] ?? {}).data ?? {}
  const isOther = sweep?.random !== undefined || sweep?.sequential !== undefined
  const written = {
    ...rest,
    ...(isOther ? {} : { ...(random !== undefined && { random }), ...(sequential !== undefined && { sequential }) }),
  }
  return {
    ...setup,
    config: {
      ...config,
      sweep: checked(source, sweepSchema, { ...written, ...sweep }, ['sweep']),
      walkForward: checked(source, walkForwardSchema, { ...fields.safeParse(own['walkForward'] ?? {}).data, ...walkForward }, [
        'walkForward',
      ]),
    },
  }
}

const progressOf = ({ onProgress, signal }: SearchRequest): PlaySearch['progress'] => ({
  say: () => signal?.throwIfAborted(),
  begin: (what, of) => {
    signal?.throwIfAborted()
    return ({ done, known, best }) =>
      onProgress?.({
        what,
        done,
        known,
        of,
        best: best === null ? null : { parameters: best.parameters, profit: Number(best.result.profit.total) },
      })
  },
})
