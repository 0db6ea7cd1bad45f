import { z } from 'zod'

/** Statistics of the pushes of one market's book. */
interface BookPushes {
  count: number
  /** Venue time of the newest book. */
  newestMs: number
  lastText: string
  repeated: number
  older: number
  crossed: number
}

/** What a link sent while it was observed, by market. */
export interface PushesHeard {
  take(text: string): void
  /** Venue time of the newest pushed book; 0: none was pushed. */
  newestMs(market: string): number
  /** Whether a push about a market's trading, status or definition contained this word: a new state, or the name of the topic. */
  readonly isStateTold: (market: string, word: string) => boolean
  readonly books: number
  /** Markets whose books had this fault. */
  wrong(what: 'repeated' | 'older' | 'crossed'): readonly { readonly market: string; readonly times: number }[]
}

const price = z.number()
const level = z.tuple([price], z.unknown())
const bookSchema = z.looseObject({ updateTimestampMs: z.number(), bids: z.array(level), asks: z.array(level) })
const pushSchema = z.looseObject({ type: z.literal('M'), topic: z.string(), data: z.unknown() })

/** For each market; few come while doctor listens. */
const STATES_KEPT = 50
const STATES = new Set(['predictTradingStatus', 'predictMarketStatus', 'predictMarketChanged'])

/** Starts without any push. */
export function createPushesHeard(): PushesHeard {
  const books = new Map<string, BookPushes>()
  const states = new Map<string, readonly string[]>()
  const takeBook = (market: string, text: string, data: unknown): void => {
    const book = bookSchema.safeParse(data).data
    if (book === undefined) return
    const seen = books.get(market) ?? { count: 0, newestMs: 0, lastText: '', repeated: 0, older: 0, crossed: 0 }
    books.set(market, seen)
    const [bid, ask] = [book.bids[0]?.[0], book.asks[0]?.[0]]
    seen.count += 1
    if (text === seen.lastText) seen.repeated += 1
    if (book.updateTimestampMs < seen.newestMs) seen.older += 1
    if (bid !== undefined && ask !== undefined && bid >= ask) seen.crossed += 1
    seen.lastText = text
    seen.newestMs = Math.max(seen.newestMs, book.updateTimestampMs)
  }
  return {
    take: text => {
      const push = pushSchema.safeParse(parsed(text)).data
      const [topic = '', market = ''] = push?.topic.split('/') ?? []
      if (topic === 'predictOrderbook') takeBook(market, text, push?.data)
      else if (STATES.has(topic)) states.set(market, [...(states.get(market) ?? []), text].slice(-STATES_KEPT))
    },
    newestMs: market => books.get(market)?.newestMs ?? 0,
    isStateTold: (market, word) => states.get(market)?.some(text => text.includes(word)) === true,
    get books() {
      return [...books.values()].reduce((sum, { count }) => sum + count, 0)
    },
    wrong: what => [...books].flatMap(([market, seen]) => (seen[what] === 0 ? [] : [{ market, times: seen[what] }])),
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
