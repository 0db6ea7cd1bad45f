import type { CopyMessage, FromDoor } from './door-messages.js'
import type { MarketDetail } from './schemas-market.js'
import type { RunCopy } from './schemas-run.js'

/** One that is told of each copy until it leaves. */
export interface CopyWatcher {
  /** Whose ladder it looks at; null: of none. */
  readonly market: string | null
  /** How often it wants one, in ms. */
  readonly everyMs: number
  readonly take: (copy: RunCopy, detail: MarketDetail | null) => void
}

/** Asks the trading thread for copies while someone watches, and for none otherwise. */
export interface WatchedCopies {
  /** The trading thread has made one. */
  took(message: CopyMessage): void
  /** Begins to watch; the returned function ends it. */
  watch(watcher: CopyWatcher): () => void
  /** Something was done since the last copy: it shows how things stood before. */
  outdate(): void
  /** One that is hardly older than the question, or the next one; null: the trading thread makes none within two seconds. `market`: with its ladder, where the run has that market. `youngMs`: how old one may be that is as good. */
  fresh(market?: string | null, youngMs?: number): Promise<FreshCopy | null>
  /** The last one that was made; null: none yet. */
  readonly last: RunCopy | null
  readonly watchers: number
}

export interface FreshCopy {
  readonly copy: RunCopy
  readonly detail: MarketDetail | null
}

const FRESH_MS = 2_000
/** A copy this young need not be made again for each of several questions at once. */
const YOUNG_MS = 200

/** Makes one that asks for nothing yet. */
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
  /** Markets are looked at in turn: a copy has the ladder of one. */
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
    get last() {
      return last
    },
    get watchers() {
      return watchers.size
    },
  }
}
