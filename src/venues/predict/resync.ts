import { concat, EMPTY, from, interval, mergeMap, type Observable, throwError } from 'rxjs'
import type { Frame } from '../../model/frame.js'
import type { Market } from '../../model/market.js'
import type { Timestamp } from '../../model/time.js'
import { FrameSource } from '../../protocol/decode.js'
import { VenueError } from '../venue-error.js'
import { pause } from '../wires/pause.js'
import type { Wires } from '../wires/wires.js'
import type { Heard } from './heard.js'
import { VENUE } from './topics.js'

export interface ResyncOptions {
  readonly wires: Wires
  readonly markets: readonly Market[]
  readonly heard: Heard
  /** 0: never. */
  readonly everyMs: number
  readonly readBooks: (markets: readonly Market[]) => Promise<readonly Frame[]>
  readonly readDefinition: (id: string) => Promise<readonly Frame[]>
  /** Runs a read that only adds certainty: its failure is told and is no failure of the stream. */
  readonly quietly: <T>(read: () => Promise<T>) => Observable<T>
}

/** How long a push may be behind the REST book that shows it already. */
const GRACE_MS = 1_000
const DEFINITIONS_A_TURN = 4

interface Findings {
  readonly frames: readonly Frame[]
  /** Their books have moved, and the stream does not say so. */
  readonly stale: readonly Market[]
}

/**
 * Compares the books that nothing was heard of with REST, and asks for definitions and results that no push told. A book that moved while
 * its stream was silent makes its market suspect and ends the link with a VenueError: a socket can be alive and say nothing.
 */
export function resync(options: ResyncOptions): Observable<Frame> {
  if (options.everyMs === 0) return EMPTY
  return interval(options.everyMs, options.wires.scheduler).pipe(
    mergeMap(turn => options.quietly(() => look(options, turn)), 1),
    mergeMap(({ frames, stale }) => (stale.length === 0 ? from(frames) : concat(from(frames), giveUp(options, stale)))),
  )
}

async function look(options: ResyncOptions, turn: number): Promise<Findings> {
  const { markets, heard, wires } = options
  const silent = markets.filter(market => !heard.isRecent(market.id))
  heard.beginInterval()
  const books = await options.readBooks(silent)
  const stale = await staleOf(options, silent, books)
  const frames = stale.length === 0 ? [...books] : []
  for (const market of dueForReading(wires.clock.now(), markets, turn))
    frames.push(...(await options.readDefinition(market.id)))
  return { frames, stale }
}

async function staleOf(
  { heard, wires }: ResyncOptions,
  silent: readonly Market[],
  books: readonly Frame[],
): Promise<readonly Market[]> {
  const shown = heard.newerThanPushed(books)
  const moved = silent.filter(market => shown.has(market.id))
  if (moved.length === 0) return moved
  await pause(wires.scheduler, GRACE_MS)
  return moved.filter(market => !heard.isRecent(market.id))
}

const giveUp = ({ wires }: ResyncOptions, stale: readonly Market[]): Observable<Frame> => {
  const receivedAt = wires.clock.now()
  const why = 'the book moved while its stream was silent'
  const frames = stale.map(({ index }): Frame => {
    const event = { kind: 'feed', market: index, state: 'suspect', why, at: receivedAt, receivedAt } as const
    return { source: FrameSource.FEED, receivedAt, event }
  })
  const named = stale.map(({ id }) => id).join(', ')
  return concat(
    from(frames),
    throwError(() => new VenueError(`${why}: ${named}`, { venue: VENUE, retryable: true })),
  )
}

/** Markets past their end first, and one of all the others each time, so that every definition is read again now and then. */
function dueForReading(now: Timestamp, markets: readonly Market[], turn: number): readonly Market[] {
  const ended = markets.filter(market => market.endsAt !== null && market.endsAt < now)
  const first = ended.length === 0 ? 0 : (turn * DEFINITIONS_A_TURN) % ended.length
  const next = markets[turn % markets.length]
  const due = ended.slice(first, first + DEFINITIONS_A_TURN)
  return next === undefined || due.includes(next) ? due : [...due, next]
}
