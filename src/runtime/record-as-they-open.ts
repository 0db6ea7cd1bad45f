import { asyncScheduler, interval, type SchedulerLike } from 'rxjs'
import { type MarketId, MarketIndex } from '../model/ids.js'
import type { Market } from '../model/market.js'
import { type FeedRecorder, type RecordFeedOptions, recordFeed } from './record-feed.js'
import type { RunNotice } from './run-notice.js'

export interface RecordAsTheyOpenOptions extends Omit<RecordFeedOptions, 'markets'> {
  /** The markets that can be recorded now. */
  readonly list: () => Promise<readonly Market[]>
  /** How often the list is read again, in ms; null: once. */
  readonly everyMs: number | null
  /** Times the looks; default: the computer's timers. */
  readonly scheduler?: SchedulerLike
  readonly onNotice: RunNotice
}

/** Records markets as they open. */
export interface OpeningRecorder {
  /** Number of markets recorded so far. */
  readonly markets: () => number
  /** Unsubscribes from every feed; resolves when the last log is complete. */
  stop(): Promise<void>
}

/** Each has a link and a log thread of its own. */
const GROUPS_MAX = 20

/**
 * Records open markets, and later ones in separate logs: the markets of one look share a log, until the result of each is recorded. Rejects if the
 * first look fails; a later failure is reported, and the next look tries again.
 */
export async function recordAsTheyOpen(options: RecordAsTheyOpenOptions): Promise<OpeningRecorder> {
  const { everyMs, onFailure, onNotice, scheduler = asyncScheduler } = options
  const seen = new Set<MarketId>()
  const groups = new Set<FeedRecorder>()
  const closing = new Set<Promise<void>>()
  let isStopped = false
  let isFull = false
  let looking: Promise<void> | null = null
  await look()
  const looks = everyMs === null ? null : interval(everyMs, scheduler).subscribe(lookAgain)
  return {
    markets: () => seen.size,
    stop: async () => {
      isStopped = true
      looks?.unsubscribe()
      await looking
      for (const group of groups) close(group)
      await Promise.all(closing)
    },
  }

  /** The venue may take longer to answer than the interval between two looks. */
  function lookAgain(): void {
    looking ??= look()
      .catch((error: unknown) => onNotice('warn', 'a look for markets that opened failed', { why: String(error) }))
      .finally(() => {
        looking = null
      })
  }

  async function look(): Promise<void> {
    for (const group of groups) if (group.isOver()) close(group)
    const wasFull = isFull
    isFull = groups.size >= GROUPS_MAX
    if (isFull && !wasFull)
      onNotice('warn', 'newly opened markets are not recorded until earlier ones are decided', { feeds: GROUPS_MAX })
    if (isFull) return
    const opened = (await options.list()).filter(({ id }) => !seen.has(id))
    if (opened.length === 0 || isStopped) return
    for (const { id } of opened) seen.add(id)
    if (seen.size > opened.length)
      onNotice('info', `recording ${opened.length} more markets`, { ids: opened.map(({ id }) => id) })
    groups.add(
      recordFeed({ ...options, markets: opened.map((market, index) => ({ ...market, index: MarketIndex.of(index) })) }),
    )
  }

  function close(group: FeedRecorder): void {
    groups.delete(group)
    const ended = group.stop().catch(onFailure)
    closing.add(ended)
    void ended.then(() => closing.delete(ended))
  }
}
