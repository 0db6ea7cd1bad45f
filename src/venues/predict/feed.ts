import { catchError, defer, EMPTY, from, merge, mergeMap, type Observable, Subject } from 'rxjs'
import type { Frame } from '../../model/frame.js'
import type { Market } from '../../model/market.js'
import { type Clock, Timestamp } from '../../model/time.js'
import { OPERATIONS } from '../../protocol/api/operations.js'
import { requestOf } from '../../protocol/api/request-of.js'
import { FrameSource } from '../../protocol/decode.js'
import { bookPushId } from '../../protocol/scan-book.js'
import { dataSchema, marketSchema } from '../../protocol/wire.js'
import { VenueError } from '../venue-error.js'
import { type OnLeaving, overlapping } from '../wires/overlapping.js'
import { reconnecting } from '../wires/reconnecting.js'
import type { RestAnswer } from '../wires/rest.js'
import { snapshotFirst } from '../wires/snapshot-first.js'
import type { Wires } from '../wires/wires.js'
import type { Send } from './calls.js'
import { createHeard, type Heard } from './heard.js'
import type { MarketRegistry } from './market-registry.js'
import type { Notice } from './notice.js'
import { resync } from './resync.js'
import { isSentOn, type TopicEvent, topics, VENUE } from './topics.js'

export interface FeedOptions {
  readonly wsUrl: string
  readonly apiKey: string
  readonly wires: Wires
  readonly send: Send
  readonly registry: MarketRegistry
  readonly onNotice: Notice
  /** How often silent books and ended markets are read again by REST; 0: never. */
  readonly resyncEveryMs: number
}

/** Five topics a market; a link with more than some two hundred was seen to bring no first books. */
const MARKETS_A_LINK = 40
const BOOKS_A_READ = 50

/** Public frames of markets: books, statuses, and events of the feed itself. Never errors; loss is an event of each market. */
export const feed = (options: FeedOptions, markets: readonly Market[]): Observable<Frame> => {
  const links: Observable<Frame>[] = []
  for (let first = 0; first < markets.length; first += MARKETS_A_LINK)
    links.push(linkFeed(options, markets.slice(first, first + MARKETS_A_LINK)))
  return merge(...links)
}

function linkFeed(options: FeedOptions, markets: readonly Market[]): Observable<Frame> {
  const lost = (error: unknown): readonly Frame[] => {
    const why = error instanceof Error ? error.message : 'the link ended'
    options.onNotice('the feed was lost', { why, markets: markets.length })
    return markets.map(market => feedFrame(options.wires.clock, market, why))
  }
  const connect = (onLeaving: OnLeaving): Observable<Frame> =>
    connection(options, markets, graceMs => {
      options.onNotice('the feed moves to another link', { graceMs, markets: markets.length })
      onLeaving(graceMs)
    })
  const { wires } = options
  return reconnecting(overlapping(connect, { lost, nameOf: pushOf, wires }), { lost, isSentOn, wires })
}

/** Both servers of an overlap send the same text; what was read by REST is no push. */
const pushOf = (frame: Frame): string | null => (frame.source === FrameSource.SOCKET && 'frame' in frame ? frame.frame : null)

const feedFrame = (clock: Clock, market: Market, why: string): Frame => {
  const receivedAt = clock.now()
  const event = { kind: 'feed', market: market.index, state: 'lost', why, at: receivedAt, receivedAt } as const
  return { source: FrameSource.FEED, receivedAt, event }
}

const TOPICS = [
  'predictOrderbook',
  'predictTrades',
  'predictTradingStatus',
  'predictMarketStatus',
  'predictMarketChanged',
] as const

function connection(options: FeedOptions, markets: readonly Market[], onLeaving: OnLeaving): Observable<Frame> {
  return defer(() => {
    const late = new Subject<string>()
    const heard = createHeard()
    let releasedAt = Timestamp.ZERO
    const link = topics({
      ...options,
      url: options.wsUrl,
      topics: markets.flatMap(({ id }) => TOPICS.map(topic => `${topic}/${id}`)),
      onLeaving,
    })
    const live = (event: TopicEvent): readonly Frame[] => {
      if (event.kind === 'refused') return refused(options, markets, event)
      if (event.kind === 'ready') return []
      noteFrame(event.text, heard, id => late.next(id))
      // What was held becomes known to us only now, behind the snapshot; times of one source never run backwards.
      return [{ source: FrameSource.SOCKET, receivedAt: Timestamp.max(event.receivedAt, releasedAt), frame: event.text }]
    }
    const snapshot = async (): Promise<readonly Frame[]> => {
      const frames = await readBooks(options, markets)
      releasedAt = options.wires.clock.now()
      return frames
    }
    const books = link.pipe(snapshotFirst({ venue: VENUE, isReady: event => event.kind === 'ready', snapshot, live }))
    const definitions = late.pipe(
      mergeMap(id => quietly(options, () => readDefinition(options, id))),
      mergeMap(frames => from(frames)),
    )
    const doubts = resync({
      wires: options.wires,
      markets,
      heard,
      everyMs: options.resyncEveryMs,
      readBooks: silent => readBooks(options, silent),
      readDefinition: id => readDefinition(options, id),
      quietly: read => quietly(options, read),
    })
    return merge(books, definitions, doubts)
  })
}

/** A market without its book topic is a market without a feed; the other topics are a comfort. */
function refused(options: FeedOptions, markets: readonly Market[], event: TopicEvent & { kind: 'refused' }): readonly Frame[] {
  options.onNotice('a topic was refused', { topic: event.topic, code: event.code })
  const [topic, id] = event.topic.split('/')
  const market = markets.find(one => one.id === id)
  if (topic !== 'predictOrderbook' || market === undefined) return []
  return [feedFrame(options.wires.clock, market, `the book was refused: ${event.code}`)]
}

/** Most frames are books: they are marked as heard and pass unread. A change of a definition, or a result without its payout, is read up. */
function noteFrame(text: string, heard: Heard, readUp: (id: string) => void): void {
  const book = bookPushId(text)
  if (book !== null) return heard.note(book, text)
  const named = /"topic"\s*:\s*"(predict\w+)\/(\d+)"/.exec(text)
  const [, topic, id] = named ?? []
  if (topic === undefined || id === undefined) return
  if (topic === 'predictOrderbook') heard.note(id, text)
  if (topic === 'predictMarketChanged') readUp(id)
  if (topic === 'predictMarketStatus' && text.includes('"RESOLVED"')) readUp(id)
}

async function readBooks(options: FeedOptions, markets: readonly Market[]): Promise<readonly Frame[]> {
  const frames: Frame[] = []
  for (let first = 0; first < markets.length; first += BOOKS_A_READ) {
    const ids = markets.slice(first, first + BOOKS_A_READ).map(({ id }) => id)
    const answer = await options.send(requestOf(OPERATIONS.getOrderbooks, { ids }))
    frames.push(frameOf(options, answer, FrameSource.REST_BOOK))
  }
  return frames
}

async function readDefinition(options: FeedOptions, id: string): Promise<readonly Frame[]> {
  const answer = await options.send(requestOf(OPERATIONS.getMarket, { id }))
  const frame = frameOf(options, answer, FrameSource.REST_MARKET)
  const row = answer.kind === 'done' ? marketSchema.safeParse(dataSchema.safeParse(answer.json).data?.data).data : undefined
  if (row !== undefined) options.registry.learn(row)
  return [frame]
}

function frameOf({ wires: { clock } }: FeedOptions, answer: RestAnswer, source: string): Frame {
  if (answer.kind === 'done') return { source, receivedAt: clock.now(), frame: answer.text }
  if (answer.kind === 'failed') throw answer.error
  throw new VenueError(`a read of ${source} was refused with HTTP ${answer.status}`, { venue: VENUE, retryable: true })
}

/** A read that only adds certainty may fail: the stream goes on, and somebody is told. */
const quietly = <T>(options: FeedOptions, read: () => Promise<T>): Observable<T> =>
  defer(() => from(read())).pipe(
    catchError((error: unknown) => {
      options.onNotice('a read beside the feed failed', { why: error instanceof Error ? error.message : 'unknown' })
      return EMPTY
    }),
  )
