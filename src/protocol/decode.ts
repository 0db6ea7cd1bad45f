import type { MarketEvent } from '../model/event.js'
import type { Decoder, Frame } from '../model/frame.js'
import type { MarketIndex } from '../model/ids.js'
import type { Market } from '../model/market.js'
import { parseJson } from '../model/parse-json.js'
import { toJson } from '../model/plain.js'
import { Timestamp } from '../model/time.js'
import { bookChanges, levelKey, wholeBook } from './book-changes.js'
import { readBook, type WholeBook } from './read-book.js'
import { endOf, isFinal, readMarket, tradingOf, tradingOfStatus, worseTrading } from './read-market.js'
import { readTrade } from './read-trade.js'
import { type BookScanner, createBookScanner, type ScannedBook } from './scan-book.js'
import { categorySchema, dataSchema, marketSchema, marketStatusSchema, tradingStatusSchema } from './wire.js'

/** Where a frame came from, as written to the input log. Any other value is a message of the socket. */
export const FrameSource = {
  SOCKET: 'socket',
  /** One order book or several, read by REST. */
  REST_BOOK: 'rest:orderbook',
  /** One market's definition, read by REST. */
  REST_MARKET: 'rest:market',
  /** One category, which has the end of its markets, read by REST. */
  REST_CATEGORY: 'rest:category',
  /** An event of the feed itself. */
  FEED: 'feed',
} as const

const REST_SOURCES: ReadonlySet<string> = new Set([FrameSource.REST_BOOK, FrameSource.REST_MARKET, FrameSource.REST_CATEGORY])

/** State of one market. */
interface Seen {
  market: Market
  /** null: no book yet, or one that cannot be trusted; the next good push is emitted as a whole book. */
  book: WholeBook | null
  updatedMs: number
  isSuspect: boolean
  /** Size that prints took from each level since the last book, in millionths. */
  readonly traded: Map<number, number>
  /** As last pushed; null before the first push. */
  trading: Market['trading'] | null
  status: Market['trading'] | null
}

type SeenById = Map<string, Seen>
type RawFrame = Frame & { readonly frame: string }

/** Turns frames of the venue into market events. Never throws: an invalid message makes its market suspect, or is ignored. */
export function createDecoder(markets: readonly Market[]): Decoder {
  const seen: SeenById = new Map(markets.map(market => [String(market.id), freshly(market)]))
  const byIndex = new Map([...seen.values()].map(one => [one.market.index, one]))
  const scan = createBookScanner()
  return {
    decode: frame => {
      if ('frame' in frame) return decodeText(seen, scan, frame)
      const { event } = frame
      if (event.kind === 'joined') join(event.market)
      if (event.kind === 'left') leave(event.market)
      const about = event.kind === 'feed' ? byIndex.get(event.market) : undefined
      if (about !== undefined) distrust(about, event.kind === 'feed' && event.state === 'lost')
      const changed = event.kind === 'market' ? seen.get(event.market.id) : undefined
      if (changed !== undefined && event.kind === 'market') changed.market = event.market
      return [event]
    },
  }

  function join(market: Market): void {
    const one = freshly(market)
    seen.set(String(market.id), one)
    byIndex.set(market.index, one)
  }

  /** From here on, pushes of a market that left are ignored. */
  function leave(index: MarketIndex): void {
    const one = byIndex.get(index)
    if (one === undefined) return
    byIndex.delete(index)
    seen.delete(String(one.market.id))
  }
}

const freshly = (market: Market): Seen => ({
  market,
  book: null,
  updatedMs: 0,
  isSuspect: false,
  traded: new Map(),
  trading: null,
  status: null,
})

function distrust(seen: Seen, isLost: boolean): void {
  seen.book = null
  seen.isSuspect = !isLost
  seen.traded.clear()
  // A new connection may reach another server, whose clock is slightly behind that of the last one.
  if (isLost) seen.updatedMs = 0
}

function decodeText(seen: SeenById, scan: BookScanner, frame: RawFrame): readonly MarketEvent[] {
  const push = REST_SOURCES.has(frame.source) ? null : scan(frame.frame)
  if (push !== null) return decodePush(seen, push, frame.receivedAt)
  const parsed = parseJson(frame.frame)
  if (parsed === undefined) return decodeBroken(seen, frame)
  if (frame.source === FrameSource.REST_BOOK) return decodeRestBooks(seen, parsed, frame)
  if (frame.source === FrameSource.REST_MARKET) return decodeRestMarket(seen, parsed, frame)
  if (frame.source === FrameSource.REST_CATEGORY) return decodeRestCategory(seen, parsed, frame)
  return decodeMessage(seen, parsed, frame)
}

function decodePush(seen: SeenById, { id, book }: ScannedBook, receivedAt: Timestamp): readonly MarketEvent[] {
  const about = seen.get(id)
  return about === undefined ? [] : takeBook(about, book, receivedAt)
}

/** A truncated message may still name its market. */
function decodeBroken(seen: SeenById, frame: RawFrame): readonly MarketEvent[] {
  const named = /predictOrderbook\/(\d+)/.exec(frame.frame)?.[1]
  const about = named === undefined ? undefined : seen.get(named)
  return about === undefined ? [] : suspect(about, 'the message is not JSON', frame.receivedAt)
}

function decodeMessage(seen: SeenById, message: unknown, frame: RawFrame): readonly MarketEvent[] {
  if (typeof message !== 'object' || message === null || !('topic' in message) || !('data' in message)) return []
  const [topic, id] = String(message.topic).split('/')
  const about = id === undefined ? undefined : seen.get(id)
  if (about === undefined) return []
  switch (topic) {
    case 'predictOrderbook':
      return decodeBook(about, message.data, frame.receivedAt)
    case 'predictTrades':
      return decodeTrade(about, message.data, frame.receivedAt)
    case 'predictTradingStatus':
      return decodeTrading(about, message.data, frame.receivedAt)
    case 'predictMarketStatus':
      return decodeStatus(about, message.data, frame.receivedAt)
    default:
      return []
  }
}

function decodeRestBooks(seen: SeenById, body: unknown, frame: RawFrame): readonly MarketEvent[] {
  const data = dataSchema.safeParse(body).data?.data
  return (Array.isArray(data) ? data : [data]).flatMap((book: unknown) => {
    if (typeof book !== 'object' || book === null || !('marketId' in book)) return []
    const about = seen.get(String(book.marketId))
    return about === undefined ? [] : decodeBook(about, book, frame.receivedAt)
  })
}

function decodeBook(seen: Seen, data: unknown, receivedAt: Timestamp): readonly MarketEvent[] {
  const book = readBook(data)
  return typeof book === 'string' ? suspect(seen, book, receivedAt) : takeBook(seen, book, receivedAt)
}

function takeBook(seen: Seen, book: WholeBook, receivedAt: Timestamp): readonly MarketEvent[] {
  // Pushes have no sequence number: the time of the last change is their only order.
  if (book.updatedMs < seen.updatedMs) return []
  const last = seen.book
  seen.book = book
  seen.updatedMs = book.updatedMs
  seen.isSuspect = false
  const stamp = { at: Timestamp.ofMs(book.updatedMs), receivedAt, market: seen.market.index }
  const events = last === null ? wholeBook(book, stamp) : bookChanges({ last, next: book, traded: seen.traded }, stamp)
  seen.traded.clear()
  return events
}

/** A print arrives before the book that shows its effect; a print older than the last book is already included in it. */
function decodeTrade(seen: Seen, data: unknown, receivedAt: Timestamp): readonly MarketEvent[] {
  const trade = readTrade(data)
  if (trade === null) return []
  const place = levelKey(trade.side, trade.price)
  if (seen.book !== null && trade.at >= Timestamp.ofMs(seen.updatedMs))
    seen.traded.set(place, (seen.traded.get(place) ?? 0) + trade.size)
  return [{ kind: 'trade', market: seen.market.index, receivedAt, ...trade }]
}

function suspect(seen: Seen, why: string, receivedAt: Timestamp): readonly MarketEvent[] {
  if (seen.isSuspect) return []
  distrust(seen, false)
  return [{ at: receivedAt, receivedAt, kind: 'feed', market: seen.market.index, state: 'suspect', why }]
}

function decodeTrading(seen: Seen, data: unknown, receivedAt: Timestamp): readonly MarketEvent[] {
  const push = tradingStatusSchema.safeParse(data).data
  if (push === undefined) return []
  seen.trading = tradingOf(push.tradingStatus)
  return changeMarket(seen, { ...seen.market, trading: tradingNow(seen) }, { at: timeOf(push.tsMs, receivedAt), receivedAt })
}

function decodeStatus(seen: Seen, data: unknown, receivedAt: Timestamp): readonly MarketEvent[] {
  const push = marketStatusSchema.safeParse(data).data
  if (push === undefined) return []
  seen.status = tradingOfStatus(push.status)
  const at = timeOf(push.tsMs, receivedAt)
  const paid = push.marketOutcomes?.find(outcome => outcome.indexSet === 1)?.price
  const isPaid = isFinal(push.status) && (paid === 0 || paid === 0.5 || paid === 1)
  const result = seen.market.result ?? (isPaid ? { yes: paid, at } : null)
  return changeMarket(seen, { ...seen.market, trading: tradingNow(seen), result }, { at, receivedAt })
}

/** Until both topics have sent a message, the definition stands in for the missing one. */
const tradingNow = (seen: Seen): Market['trading'] =>
  worseTrading(seen.trading ?? seen.market.trading, seen.status ?? seen.market.trading)

function decodeRestMarket(seen: SeenById, body: unknown, frame: RawFrame): readonly MarketEvent[] {
  const row = marketSchema.safeParse(dataSchema.safeParse(body).data?.data).data
  const about = row === undefined ? undefined : seen.get(row.id)
  if (row === undefined || about === undefined) return []
  const { receivedAt } = frame
  const { index, group, endsAt, result, tags } = about.market
  const read = readMarket(row, { index, group, endsAt, tags, readAt: receivedAt })
  const now = asKnown(about.market, read)
  about.trading = tradingOf(row.tradingStatus)
  about.status = tradingOfStatus(row.status)
  return changeMarket(about, { ...now, result: result ?? now.result }, { at: receivedAt, receivedAt })
}

/**
 * A market's variant and category never change. Logs of older versions lack the variant, the category or the price feed: reading such a field later
 * is not a change.
 */
function asKnown({ variant, category }: Market, read: Market): Market {
  if (category !== undefined && variant !== undefined) return { ...read, variant, category }
  const { category: _category, priceFeed: _priceFeed, ...older } = read
  if (variant !== undefined) return { ...older, variant }
  const { variant: _variant, ...bare } = older
  return bare
}

/** The end of a category's markets; it may change. */
function decodeRestCategory(seen: SeenById, body: unknown, { receivedAt }: RawFrame): readonly MarketEvent[] {
  const category = categorySchema.safeParse(dataSchema.safeParse(body).data?.data).data
  const endsAt = endOf(category)
  return (category?.markets ?? []).flatMap(({ id }) => {
    const about = seen.get(id)
    return about === undefined ? [] : changeMarket(about, { ...about.market, endsAt }, { at: receivedAt, receivedAt })
  })
}

function changeMarket(
  seen: Seen,
  market: Market,
  stamp: { readonly at: Timestamp; readonly receivedAt: Timestamp },
): readonly MarketEvent[] {
  if (toJson(market) === toJson(seen.market)) return []
  seen.market = market
  return [{ ...stamp, kind: 'market', market }]
}

const timeOf = (milliseconds: number, otherwise: Timestamp): Timestamp =>
  Number.isFinite(milliseconds) && milliseconds > 0 ? Timestamp.ofMs(milliseconds) : otherwise
