import { catchError, defer, EMPTY, filter, from, map, merge, mergeMap, type Observable, Subject } from 'rxjs'
import type { Frame } from '../../model/frame.js'
import type { Market } from '../../model/market.js'
import { Timestamp } from '../../model/time.js'
import { OPERATIONS } from '../../protocol/api/operations.js'
import { requestOf } from '../../protocol/api/request-of.js'
import { FrameSource } from '../../protocol/decode.js'
import { bookPushId } from '../../protocol/scan-book.js'
import { dataSchema, marketSchema } from '../../protocol/wire.js'
import type { FeedTimings } from '../feed-timings.js'
import type { Notice } from '../notice.js'
import { VenueError } from '../venue-error.js'
import { type OnLeaving, overlapping } from '../wires/overlapping.js'
import { reconnecting } from '../wires/reconnecting.js'
import type { RestAnswer } from '../wires/rest.js'
import { snapshotFirst } from '../wires/snapshot-first.js'
import type { Wires } from '../wires/wires.js'
import { type BookEvidence, createBookEvidence } from './book-evidence.js'
import type { Send } from './calls.js'
import { definitions } from './definitions.js'
import type { MarketRegistry } from './market-registry.js'
import { BOOKS_A_READ, eventFrame, silentBooks, suspectFrames } from './silent-books.js'
import { isSentOn, type LinkEvidence, type TopicEvent, topics, VENUE } from './topics.js'

export interface FeedOptions {
  readonly wsUrl: string
  readonly apiKey: string
  readonly wires: Wires
  readonly send: Send
  readonly registry: MarketRegistry
  readonly onNotice: Notice
  readonly timings: FeedTimings
  readonly link: LinkEvidence
  /** Whether the rate limit of book reads has calls to spare. */
  readonly maySpend: () => boolean
}

/** Five topics a market; a link with more than about two hundred topics has been seen to bring no first books. */
const MARKETS_A_LINK = 40

/** Public frames of markets: books, statuses, and events of the feed itself. Never errors; a loss is an event of each market. */
export const marketFeed = (options: FeedOptions, markets: readonly Market[]): Observable<Frame> =>
  defer(() => {
    const given = { ...options, evidence: createBookEvidence(markets), renewals: new Subject<readonly Market[]>() }
    const { wires, evidence, renewals } = given
    const links: Observable<Frame>[] = []
    for (let first = 0; first < markets.length; first += MARKETS_A_LINK)
      links.push(linkFeed(given, markets.slice(first, first + MARKETS_A_LINK)))
    const read = (id: string): Promise<readonly Frame[]> => readDefinition(options, id)
    const beside = {
      wires,
      quietly: <T>(work: () => Promise<T>): Observable<T> => quietly(options, work),
    }
    const checkedBooks = silentBooks({
      ...options,
      ...beside,
      evidence,
      readBooks: silent => readBooks(options, silent),
      renew: silent => renewals.next(silent),
    })
    return merge(...links, checkedBooks, definitions({ ...beside, everyMs: options.timings.definitionsEveryMs, read }, markets))
  })

/** State shared by all links of one feed. */
interface Shared extends FeedOptions {
  readonly evidence: BookEvidence
  /** Markets whose links should be replaced. */
  readonly renewals: Subject<readonly Market[]>
}

function linkFeed(options: Shared, markets: readonly Market[]): Observable<Frame> {
  const { wires, evidence } = options
  const lost = (error: unknown): readonly Frame[] => {
    const why = error instanceof Error ? error.message : 'the link ended'
    options.onNotice('the feed was lost', { why, markets: markets.length })
    evidence.ended(markets)
    return lostFrames(wires, markets, why)
  }
  const connect = (onLeaving: OnLeaving): Observable<Frame> =>
    connection(options, markets, graceMs => {
      options.onNotice('the feed moves to another link', { graceMs, markets: markets.length })
      onLeaving(graceMs)
    })
  const renewals = options.renewals.pipe(
    filter(silent => silent.some(market => markets.includes(market))),
    map(() => undefined),
  )
  return reconnecting(overlapping(connect, { lost, nameOf: pushOf, renewals, wires }), { lost, isSentOn, wires })
}

/** Both servers of an overlap send the same text; frames read by REST are not pushes. */
const pushOf = (frame: Frame): string | null => (frame.source === FrameSource.SOCKET && 'frame' in frame ? frame.frame : null)

const lostFrames = (wires: Wires, markets: readonly Market[], why: string): readonly Frame[] =>
  markets.map(({ index }) => eventFrame(wires, { kind: 'feed', market: index, state: 'lost', why }))

const TOPICS = [
  'predictOrderbook',
  'predictTrades',
  'predictTradingStatus',
  'predictMarketStatus',
  'predictMarketChanged',
] as const

function connection(options: Shared, markets: readonly Market[], onLeaving: OnLeaving): Observable<Frame> {
  return defer(() => {
    /** Ids of markets whose definition is to be read, because a push said that it changed. */
    const changed = new Subject<string>()
    const { wires, evidence } = options
    const noted = { evidence, link: options.link, stampedAt: Timestamp.ZERO }
    let releasedAt = Timestamp.ZERO
    const link = topics({
      ...options,
      url: options.wsUrl,
      evidence: options.link,
      topics: markets.flatMap(({ id }) => TOPICS.map(topic => `${topic}/${id}`)),
      onLeaving,
    })
    const live = (event: TopicEvent): readonly Frame[] => {
      if (event.kind === 'refused') return refused(options, markets, event)
      if (event.kind === 'ready' || event.kind === 'answered') return []
      if (!admitFrame(event, noted, id => changed.next(id))) return []
      // Held frames are released now, behind the snapshot; times of one source never go backwards.
      return [{ source: FrameSource.SOCKET, receivedAt: Timestamp.max(event.receivedAt, releasedAt), frame: event.text }]
    }
    const snapshot = async (): Promise<readonly Frame[]> => {
      const frames = await readBooks(options, markets)
      releasedAt = wires.clock.now()
      evidence.began(markets, frames, releasedAt)
      const distrusted = evidence.distrusted.filter(market => markets.includes(market))
      return [...frames, ...suspectFrames(wires, distrusted)]
    }
    const books = link.pipe(snapshotFirst({ venue: VENUE, isReady: event => event.kind === 'ready', snapshot, live }))
    const changedDefinitions = changed.pipe(
      mergeMap(id => quietly(options, () => readDefinition(options, id))),
      mergeMap(frames => from(frames)),
    )
    return merge(books, changedDefinitions)
  })
}

/** A market without its book topic has no feed; the other topics are optional. */
function refused(options: FeedOptions, markets: readonly Market[], event: TopicEvent & { kind: 'refused' }): readonly Frame[] {
  options.onNotice('a topic was refused', { topic: event.topic, code: event.code })
  const [topic, id] = event.topic.split('/')
  const market = markets.find(one => one.id === id)
  if (topic !== 'predictOrderbook' || market === undefined) return []
  return lostFrames(options.wires, [market], `the book was refused: ${event.code}`)
}

/**
 * Returns whether a frame may pass, and takes from it what the feed itself needs. Most frames are books, which are noted and passed on unparsed. A
 * changed definition, or a result without its payout, is read by REST.
 */
function admitFrame({ text, receivedAt }: TextEvent, noted: Noted, readDefinitionOf: (id: string) => void): boolean {
  const book = bookPushId(text)
  if (book !== null) return admitBook(book, { text, receivedAt }, noted)
  const named = /"topic"\s*:\s*"(predict\w+)\/(\d+)"/.exec(text)
  const [, topic, id] = named ?? []
  if (topic === undefined || id === undefined) return true
  if (topic === 'predictOrderbook') return admitBook(id, { text, receivedAt }, noted)
  if (topic === 'predictMarketChanged') readDefinitionOf(id)
  if (topic === 'predictMarketStatus' && text.includes('"RESOLVED"')) readDefinitionOf(id)
  return true
}

type TextEvent = Pick<TopicEvent & { readonly kind: 'text' }, 'text' | 'receivedAt'>

interface Noted {
  readonly link: LinkEvidence
  readonly evidence: BookEvidence
  /** When a push was last parsed for its time: once a second is enough. */
  stampedAt: Timestamp
}

const STAMPS_APART_US = 1_000_000

function admitBook(id: string, { text, receivedAt }: TextEvent, noted: Noted): boolean {
  const { evidence, link } = noted
  if (!evidence.admits(id, text)) return false
  if (receivedAt - noted.stampedAt >= STAMPS_APART_US) {
    const freshMs = evidence.freshMs(id, text)
    if (freshMs !== null) {
      noted.stampedAt = receivedAt
      link.onStamp?.(freshMs, receivedAt)
    }
  }
  evidence.pushed(id, text, receivedAt)
  return true
}

async function readBooks(options: FeedOptions, markets: readonly Market[]): Promise<readonly Frame[]> {
  const frames: Frame[] = []
  for (let first = 0; first < markets.length; first += BOOKS_A_READ) {
    frames.push(...(await readThese(options, markets.slice(first, first + BOOKS_A_READ))))
  }
  return frames
}

/** One market without a book makes the venue refuse the whole request; the other markets are then read without it. */
async function readThese(options: FeedOptions, markets: readonly Market[]): Promise<readonly Frame[]> {
  const answer = await options.send(requestOf(OPERATIONS.getOrderbooks, { ids: markets.map(({ id }) => id) }))
  if (answer.kind !== 'refused' || answer.status !== 404) return [frameOf(options, answer, FrameSource.REST_BOOK)]
  if (markets.length === 1) {
    options.onNotice('the venue has no book of a market', { market: markets[0]?.id ?? '' })
    return []
  }
  const middle = Math.ceil(markets.length / 2)
  return [...(await readThese(options, markets.slice(0, middle))), ...(await readThese(options, markets.slice(middle)))]
}

async function readDefinition(options: FeedOptions, id: string): Promise<readonly Frame[]> {
  const answer = await options.send(requestOf(OPERATIONS.getMarket, { id }))
  const frame = frameOf(options, answer, FrameSource.REST_MARKET)
  const row = answer.kind === 'done' ? marketSchema.safeParse(dataSchema.safeParse(answer.json).data?.data).data : undefined
  if (row === undefined) return [frame]
  options.registry.learn(row)
  // The end of a market is in its category and may change while the market trades.
  const category = await options.send(requestOf(OPERATIONS.getCategory, { slug: row.categorySlug }))
  return [frame, frameOf(options, category, FrameSource.REST_CATEGORY)]
}

function frameOf({ wires: { clock } }: FeedOptions, answer: RestAnswer, source: string): Frame {
  if (answer.kind === 'done') return { source, receivedAt: clock.now(), frame: answer.text }
  if (answer.kind === 'failed') throw answer.error
  throw new VenueError(`a read of ${source} was refused with HTTP ${answer.status}`, { venue: VENUE, retryable: true })
}

/** A read that only confirms what is known may fail: the stream continues, and a notice reports it. */
const quietly = <T>(options: FeedOptions, read: () => Promise<T>): Observable<T> =>
  defer(() => from(read())).pipe(
    catchError((error: unknown) => {
      options.onNotice('a read that checks the feed failed', { why: error instanceof Error ? error.message : 'unknown' })
      return EMPTY
    }),
  )
