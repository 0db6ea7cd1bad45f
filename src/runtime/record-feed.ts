import type { Market } from '../model/market.js'
import { type RunClock, Timestamp } from '../model/time.js'
import type { InputLogWriter } from '../recording/log/write-input-log.js'
import type { Venue } from '../venues/venue.js'
import { createGather, type TurnInput } from './gather.js'

export interface RecordFeedOptions {
  readonly venue: Pick<Venue, 'feed' | 'decoder'>
  readonly markets: readonly Market[]
  readonly clock: RunClock
  /** Starts a log with the markets as known then. */
  readonly open: (markets: readonly Market[]) => InputLogWriter
  /** At this age, a log is closed at the end of a batch and the next one begins, in microseconds. */
  readonly rotateEvery: number
  /** Counters that are increased by what is recorded. */
  readonly counts: RecordedCounts
  /** The feed cannot continue. */
  readonly onFailure: (error: unknown) => void
}

/** Counts of recorded data. */
export interface RecordedCounts {
  frames: number
  events: number
  logs: number
}

/** A running recorder. */
export interface FeedRecorder {
  /** Whether the result of every market is recorded. */
  isOver(): boolean
  /** Unsubscribes from the feed; resolves when the last log is complete. */
  stop(): Promise<void>
}

/** Writes a venue's public feed to input logs, in the batches that a run would see. Nothing is decided, signed or sent. */
export function recordFeed(options: RecordFeedOptions): FeedRecorder {
  const { venue, clock, open, rotateEvery, counts, onFailure } = options
  const known = [...options.markets]
  const closing: Promise<void>[] = []
  let openedAt = Timestamp.ZERO
  let log = begin()
  const gather = createGather({
    decoder: venue.decoder(options.markets),
    wallOffset: () => clock.wallOffset(),
    soon: work => void setImmediate(work),
    onInput: (input: TurnInput) => log.input(input),
    consume: ({ now, events, timer }) => {
      counts.events += events.length
      for (const event of events.rare)
        if (event.kind === 'market' || event.kind === 'joined') known[event.market.index] = event.market
      log.mark({ now, timer, commands: [] })
    },
    onBatchEnd: ({ now }) => {
      if (now - openedAt < rotateEvery) return
      closing.push(end(log))
      log = begin()
    },
  })
  const subscription = venue.feed(options.markets).subscribe({
    next: frame => {
      counts.frames++
      gather.take({ kind: 'frame', frame })
    },
    error: onFailure,
    complete: () => onFailure(new Error('the feed ended')),
  })
  return {
    isOver: () => known.every(({ result }) => result !== null),
    stop: async () => {
      subscription.unsubscribe()
      gather.close()
      await Promise.all([...closing, end(log)])
    },
  }

  function begin(): InputLogWriter {
    openedAt = clock.now()
    counts.logs++
    return open(known)
  }

  /** Without a desk there is no state to compare. */
  function end(ended: InputLogWriter): Promise<void> {
    return ended.close({ at: clock.now(), stateHash: '' })
  }
}
