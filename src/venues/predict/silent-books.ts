import { concat, defer, EMPTY, exhaustMap, from, interval, mergeMap, type Observable } from 'rxjs'
import type { MarketEvent } from '../../model/event.js'
import type { Frame } from '../../model/frame.js'
import type { Market } from '../../model/market.js'
import { Timestamp } from '../../model/time.js'
import { FrameSource } from '../../protocol/decode.js'
import type { FeedTimings } from '../feed-timings.js'
import type { Notice } from '../notice.js'
import { pause } from '../wires/pause.js'
import type { Wires } from '../wires/wires.js'
import type { BookComparison, BookEvidence } from './book-evidence.js'

export interface SilentBooksOptions {
  readonly wires: Wires
  readonly timings: Pick<FeedTimings, 'silentBookMs' | 'confirmCallsPerMinute'>
  readonly evidence: BookEvidence
  readonly readBooks: (markets: readonly Market[]) => Promise<readonly Frame[]>
  /** Whether the rate limit of that read has calls to spare. */
  readonly maySpend: () => boolean
  /** Opens a new link in place of those with these markets. */
  readonly renew: (markets: readonly Market[]) => void
  readonly onNotice: Notice
  /** Runs a read that only confirms what is known: its failure is reported and does not fail the stream. */
  readonly quietly: <T>(read: () => Promise<T>) => Observable<T>
}

/** Books compared in one request. */
export const BOOKS_A_READ = 50
/** How long a push may come after REST shows the same book. */
const GRACE_MS = 1_000
const LOOK_EVERY_MS = 1_000
const LOOKS_A_SILENCE = 4
/** A silent market is trusted again if no change was missed for this long. */
const FORGIVEN_AFTER_US = 30_000_000

const MOVED = 'the book moved while its stream was silent'

/**
 * Compares silent books with the venue's. An unchanged book is `confirmed`, so that a quiet market's book does not become stale. If the book changed
 * and no push follows, its market is suspect until its stream sends something again: a socket can be alive without sending.
 */
export function silentBooks(options: SilentBooksOptions): Observable<Frame> {
  const { wires, timings, evidence } = options
  const { silentBookMs, confirmCallsPerMinute } = timings
  if (silentBookMs === 0 || confirmCallsPerMinute === 0) return EMPTY
  const apartUs = 60_000_000 / confirmCallsPerMinute
  return defer(() => {
    let readAt = Timestamp.ZERO
    return interval(Math.min(LOOK_EVERY_MS, silentBookMs / LOOKS_A_SILENCE), wires.scheduler).pipe(
      exhaustMap(() => {
        const now = wires.clock.now()
        if (now - readAt < apartUs) return EMPTY
        const due = evidence.due(now, silentBookMs * 1_000, BOOKS_A_READ)
        if (due.length === 0 || !options.maySpend()) return EMPTY
        readAt = now
        return look(options, due, now)
      }),
    )
  })
}

const look = (options: SilentBooksOptions, due: readonly Market[], askedAt: Timestamp): Observable<Frame> =>
  options
    .quietly(() => options.readBooks(due))
    .pipe(
      mergeMap(books => {
        const found = options.evidence.compare(books, due, askedAt)
        const confirmed = found.equal.map(market => eventFrame(options.wires, { kind: 'confirmed', market: market.index }))
        return concat(from(confirmed), judge(options, found.moved), forgive(options))
      }),
    )

/** Books that changed and were still not pushed after the grace. */
function judge(options: SilentBooksOptions, moved: BookComparison['moved']): Observable<Frame> {
  if (moved.length === 0) return EMPTY
  const { wires, evidence, onNotice } = options
  const wait = async (): Promise<readonly Frame[]> => {
    await pause(wires.scheduler, GRACE_MS)
    const distrusted = new Set(evidence.distrusted)
    const silent = moved.filter(({ market, updatedMs }) => !evidence.isHeard(market, updatedMs))
    for (const { market, updatedMs } of silent) evidence.distrust(market, updatedMs, wires.clock.now())
    const fresh = silent.map(({ market }) => market).filter(market => !distrusted.has(market))
    if (fresh.length === 0) return []
    onNotice(`${MOVED}: ${fresh.map(({ id }) => id).join(', ')}`, { markets: fresh.length })
    options.renew(fresh)
    return suspectFrames(wires, fresh)
  }
  return from(wait()).pipe(mergeMap(frames => from(frames)))
}

/** The feed's own events when its pushes cannot be trusted. */
export const suspectFrames = (wires: Wires, markets: readonly Market[]): readonly Frame[] =>
  markets.map(market => eventFrame(wires, { kind: 'feed', market: market.index, state: 'suspect', why: MOVED }))

function forgive(options: SilentBooksOptions): Observable<Frame> {
  const forgiven = options.evidence.forgive(Timestamp.add(options.wires.clock.now(), -FORGIVEN_AFTER_US))
  if (forgiven.length === 0) return EMPTY
  return options.quietly(() => options.readBooks(forgiven)).pipe(mergeMap(frames => from(frames)))
}

type Said = Unstamped<MarketEvent>
type Unstamped<E> = E extends MarketEvent ? Omit<E, 'at' | 'receivedAt'> : never

/** An event of the feed itself. */
export const eventFrame = ({ clock }: Pick<Wires, 'clock'>, said: Said): Frame => {
  const receivedAt = clock.now()
  return { source: FrameSource.FEED, receivedAt, event: { ...said, at: receivedAt, receivedAt } as MarketEvent }
}
