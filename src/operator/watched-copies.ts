import type { CopyMessage, FromDoor } from './door-messages.js'
import type { MarketDetail } from './schemas-market.js'
import type { RunCopy } from './schemas-run.js'

/** A watcher that gets each copy until it leaves. */
export interface CopyWatcher {
  /** The market whose ladder it watches; null: none. */
  readonly market: string | null
  /** How often it needs a copy, in ms. */
  readonly everyMs: number
  readonly take: (copy: RunCopy, detail: MarketDetail | null) => void
}

/** Requests copies from the trading thread while there are watchers. */
export interface WatchedCopies {
  /** The trading thread has made a copy. */
  took(message: CopyMessage): void
  /** Adds a watcher; the returned function removes it. */
  watch(watcher: CopyWatcher): () => void
  /** An action was done since the last copy, so that copy is outdated. */
  outdate(): void
  /**
   * A recent copy, or the next one; null: the trading thread makes none within two seconds. `market`: with its ladder, if the run has that market.
   * `youngMs`: the greatest age of a copy that is recent enough.
   */
  fresh(market?: string | null, youngMs?: number): Promise<FreshCopy | null>
}

export interface FreshCopy {
  readonly copy: RunCopy
  readonly detail: MarketDetail | null
}

const FRESH_MS = 2_000
/** A copy this young answers several questions at once. */
const YOUNG_MS = 200

/** Creates it without watchers. */
export function createWatchedCopies(say: (message: FromDoor) => void): WatchedCopies {
  const watchers = new Set<CopyWatcher>()
  let last: RunCopy | null = null
  let lastAt = Number.NEGATIVE_INFINITY
  let wanted = { everyMs: 0, market: null as string | null }
  const want = (market: string | null): void => {
    const everyMs = watchers.size === 0 ? 0 : Math.min(...[...watchers].map(({ everyMs }) => everyMs))
    if (everyMs === wanted.everyMs && market === wanted.market) return
    wanted = { everyMs, market }
    say({ kind: 'want', ...wanted })
  }
  /** If several markets are watched, they take turns: a copy has one ladder. */
  const turnOf = (): string | null => {
    const markets = [...new Set([...watchers].flatMap(({ market }) => market ?? []))]
    return markets[(markets.indexOf(wanted.market ?? '') + 1) % markets.length] ?? null
  }
  const next = (market: string | null): Promise<FreshCopy | null> =>
    new Promise(resolve => {
      const end = (found: FreshCopy | null): void => {
        clearTimeout(late)
        leave()
        resolve(found)
      }
      const isAsked = (copy: RunCopy, detail: MarketDetail | null): boolean =>
        market === null || detail !== null || !copy.markets.some(({ id }) => id === market)
      const take: CopyWatcher['take'] = (copy, detail) => {
        if (isAsked(copy, detail)) end({ copy, detail })
      }
      const leave = watch({ market, everyMs: 1, take })
      const late = setTimeout(() => end(null), FRESH_MS)
    })
  const watch = (watcher: CopyWatcher): (() => void) => {
    watchers.add(watcher)
    want(watcher.market ?? wanted.market)
    return () => {
      watchers.delete(watcher)
      want(turnOf())
    }
  }
  return {
    took: ({ copy: whole, detail }) => {
      const copy = whole ?? last
      if (copy === null) return
      last = copy
      if (whole !== null) lastAt = performance.now()
      for (const watcher of watchers) watcher.take(copy, detail !== null && detail.id === watcher.market ? detail : null)
      want(turnOf())
    },
    watch,
    outdate: () => {
      lastAt = Number.NEGATIVE_INFINITY
    },
    fresh: (market = null, youngMs = YOUNG_MS) => {
      if (market === null && last !== null && performance.now() - lastAt < youngMs)
        return Promise.resolve({ copy: last, detail: null })
      return next(market)
    },
  }
}
