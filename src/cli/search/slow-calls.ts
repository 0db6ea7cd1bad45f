import type { Worker } from 'node:worker_threads'
import { Asking } from '../../engine/asking.js'
import type { MarketId } from '../../model/ids.js'
import { startThread } from '../../threads/start-thread.js'
import { isBuiltInPlace } from '../config/load-strategy.js'

/** What a message about a slow call names. */
export interface CallNames {
  /** Ids by the market's index. */
  readonly markets: readonly MarketId[]
  /** Each strategy with the location of its code. */
  readonly strategies: readonly string[]
  /** Whether all of them are strategies of this package. */
  readonly areBuiltIn: boolean
  /** The number of each market's strategy, by the market's index; null: it has none. */
  readonly places: readonly (number | null)[]
  /** The parameters of a trial. Absent: the config's. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined
}

/** A message to the thread that watches: the memory of a replay's calls, or that the replay is over. */
export type SlowCallsOrder =
  | { readonly id: number; readonly names: CallNames; readonly asking: SharedArrayBuffer }
  | { readonly id: number; readonly names: null }

/** A watched replay. */
export interface WatchedCalls {
  /** Where the replay says which strategy it asks. */
  readonly asking: Asking
  readonly end: () => void
}

/** One thread for all replays of this process, started with the first. */
let watcher: Worker | null = null
let ids = 0

/**
 * Has another thread name a strategy on standard error that does not return from one call for ten seconds, and again from time to time: a call that
 * does not return blocks the thread that replays.
 */
export function watchCalls(names: CallNames): WatchedCalls {
  const asking = new Asking()
  // The strategies of this package return. A thread costs a short run some milliseconds.
  if (names.areBuiltIn) return { asking, end: () => undefined }
  const thread = watcher ?? startWatcher()
  const id = ++ids
  const tell = (order: SlowCallsOrder): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
    thread.postMessage(order)
  }
  tell({ id, names, asking: asking.memory })
  return { asking, end: () => tell({ id, names: null }) }
}

/** Watches the calls of one piece of work. */
export async function watched<T>(names: CallNames, work: (asking: Asking) => T | Promise<T>): Promise<T> {
  const { asking, end } = watchCalls(names)
  try {
    return await work(asking)
  } finally {
    end()
  }
}

function startWatcher(): Worker {
  watcher = startThread('cli/search/slow-calls-worker')
  watcher.unref()
  // Without it, a replay that does not end is not explained.
  watcher.on('error', () => undefined)
  return watcher
}

/** A strategy as messages name it. */
interface NamedCode {
  readonly definition: { readonly name: string }
  /** The location of its code. Absent: unknown. */
  readonly place?: string
}

/** The names of strategies and markets, with the strategy of each market. */
export function callNames(
  { stanzas }: { readonly stanzas: readonly NamedCode[] },
  markets: readonly { readonly index: number; readonly id: MarketId }[],
  places: CallNames['places'],
): CallNames {
  const ids: MarketId[] = []
  for (const { index, id } of markets) ids[index] = id
  return {
    markets: ids,
    strategies: stanzas.map(({ definition, place }) => `${definition.name} (${place})`),
    areBuiltIn: stanzas.every(({ place }) => place !== undefined && isBuiltInPlace(place)),
    places,
  }
}
