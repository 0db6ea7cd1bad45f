import { z } from 'zod'
import type { Frame } from '../../model/frame.js'
import type { Market } from '../../model/market.js'
import { Timestamp } from '../../model/time.js'
import { dataSchema } from '../../protocol/wire.js'

/** What is known of each book besides its levels: when it was last heard or confirmed, and how new it was then. */
export interface BookEvidence {
  /** A push came. Kept as text, because reading each twice would cost. */
  pushed(id: string, text: string, at: Timestamp): void
  /** The time of a push that is about to be noted, where it is newer than what is known: then it was sent as it happened. */
  freshMs(id: string, text: string): number | null
  /** A link with these markets is up, and shows these books. */
  began(markets: readonly Market[], books: readonly Frame[], at: Timestamp): void
  /** The last link of these markets is gone: until the next one, they are dark and need no proof. None is distrusted any more. */
  ended(markets: readonly Market[]): void
  /** The markets, oldest proof first, whose proof is at least as old as `dueUs`, with those that will be soon; none, where none is due. */
  due(now: Timestamp, dueUs: number, most: number): readonly Market[]
  /** What books that were read at `askedAt` say of what was heard. A market of `asked` that the venue has no book of is not asked for again. */
  compare(books: readonly Frame[], asked: readonly Market[], askedAt: Timestamp): Comparison
  /** Whether the market's pushes are as new as that by now. */
  isHeard(market: Market, updatedMs: number): boolean
  /** Found silent while its book moved: from now on a push as old as that proves nothing. */
  distrust(market: Market, updatedMs: number, at: Timestamp): void
  /** Whether a push may pass: of a distrusted market only one that is newer than what was missed, which ends the distrust. */
  admits(id: string, text: string): boolean
  readonly distrusted: readonly Market[]
  /** Markets whose distrust is over because no change was missed since `before`. */
  forgive(before: Timestamp): readonly Market[]
}

/** Which books are as they were last heard, and which have moved without a push. */
export interface Comparison {
  readonly equal: readonly Market[]
  readonly moved: readonly { readonly market: Market; readonly updatedMs: number }[]
}

interface Known {
  readonly market: Market
  isUp: boolean
  /** The last push, and the time of the book where none came yet. */
  text: string | null
  shownMs: number
  /** As `shownBooks` writes them. */
  levels: string
  pushedAt: Timestamp
  provenAt: Timestamp
  /** What was missed, and when that was seen; null: it is trusted. */
  missed: { readonly updatedMs: number; readonly at: Timestamp } | null
}

/** Starts without having heard anything. */
export function createBookEvidence(markets: readonly Market[]): BookEvidence {
  const known = new Map(markets.map(market => [String(market.id), unheard(market)]))
  const all = [...known.values()]
  const of = (market: Market): Known => known.get(market.id) ?? unheard(market)
  return {
    pushed: (id, text, at) => {
      const book = known.get(id)
      if (book === undefined) return
      book.text = text
      book.pushedAt = at
      book.provenAt = at
    },
    freshMs: (id, text) => {
      const book = known.get(id)
      const updatedMs = timeOf(text)
      return book === undefined || updatedMs === null || book.shownMs === 0 || updatedMs <= knownMs(book) ? null : updatedMs
    },
    began: (begun, books, at) => {
      const shown = shownBooks(books)
      for (const market of begun) {
        const book = of(market)
        const isUp = shown.has(market.id)
        const { updatedMs: shownMs, levels } = shown.get(market.id) ?? UNSHOWN
        // Another server's times may lie behind the last one's, so what that one pushed is forgotten.
        Object.assign(book, { isUp, provenAt: at, text: null, shownMs, levels })
        // What a server shows to who subscribes says nothing of what it will push.
        if (book.missed !== null) book.missed = { ...book.missed, updatedMs: Math.max(book.missed.updatedMs, shownMs) }
      }
    },
    ended: gone => {
      // With the link gone, the link was at fault and not one topic of it.
      for (const market of gone) Object.assign(of(market), { isUp: false, missed: null })
    },
    due: (now, dueUs, most) => {
      const aged = all
        .filter(({ isUp, provenAt }) => isUp && now - provenAt >= dueUs / 2)
        .toSorted((a, b) => a.provenAt - b.provenAt)
      const [oldest] = aged
      return oldest !== undefined && now - oldest.provenAt >= dueUs ? aged.slice(0, most).map(({ market }) => market) : []
    },
    compare: (books, asked, askedAt) => {
      const shown = shownBooks(books)
      for (const market of asked) if (!shown.has(market.id)) of(market).isUp = false
      const equal: Market[] = []
      const moved: Comparison['moved'][number][] = []
      for (const [id, { updatedMs, levels }] of shown) {
        const book = known.get(id)
        if (book === undefined || !book.isUp || book.pushedAt >= askedAt) continue
        const heardMs = knownMs(book)
        // A venue whose clock was set shows another time for the same book.
        const isSame = updatedMs === heardMs || (updatedMs > heardMs && levels === levelsOf(book))
        if (updatedMs > heardMs && !isSame) moved.push({ market: book.market, updatedMs })
        if (!isSame || book.missed !== null) continue
        book.provenAt = Timestamp.max(book.provenAt, askedAt)
        equal.push(book.market)
      }
      return { equal, moved }
    },
    isHeard: (market, updatedMs) => (timeOf(of(market).text ?? '') ?? 0) >= updatedMs,
    distrust: (market, updatedMs, at) => {
      const book = of(market)
      book.missed = { updatedMs, at }
      book.shownMs = Math.max(book.shownMs, updatedMs)
      book.text = null
      book.provenAt = at
    },
    admits: (id, text) => {
      const book = known.get(id)
      if (book === undefined || book.missed === null) return true
      if ((timeOf(text) ?? 0) <= book.missed.updatedMs) return false
      book.missed = null
      return true
    },
    get distrusted() {
      return all.filter(({ missed }) => missed !== null).map(({ market }) => market)
    },
    forgive: before => {
      const forgiven = all.filter(({ missed }) => missed !== null && missed.at < before)
      for (const book of forgiven) book.missed = null
      return forgiven.map(({ market }) => market)
    },
  }
}

const unheard = (market: Market): Known => ({
  market,
  isUp: false,
  text: null,
  shownMs: 0,
  levels: '',
  pushedAt: Timestamp.ZERO,
  provenAt: Timestamp.ZERO,
  missed: null,
})

const knownMs = ({ text, shownMs }: Known): number => Math.max(text === null ? 0 : (timeOf(text) ?? 0), shownMs)

/** Of a push: the one time in it that is the book's. */
export const timeOf = (text: string): number | null => {
  const digits = /"updateTimestampMs"\s*:\s*(\d{1,15})/.exec(text)?.[1]
  return digits === undefined ? null : Number(digits)
}

interface Shown {
  readonly updatedMs: number
  readonly levels: string
}

const UNSHOWN: Shown = { updatedMs: 0, levels: '' }

function shownBooks(books: readonly Frame[]): ReadonlyMap<string, Shown> {
  const shown = new Map<string, Shown>()
  for (const frame of books) {
    const data = 'frame' in frame ? dataSchema.safeParse(parse(frame.frame)).data?.data : undefined
    for (const book of Array.isArray(data) ? (data as unknown[]) : [data])
      if (typeof book === 'object' && book !== null && 'marketId' in book && 'updateTimestampMs' in book)
        shown.set(String(book.marketId), { updatedMs: Number(book.updateTimestampMs), levels: levelsText(book) })
  }
  return shown
}

const levelsText = (book: object): string =>
  JSON.stringify(['asks' in book ? book.asks : null, 'bids' in book ? book.bids : null])

/** Of the last push, or of what was shown where none came yet. */
const levelsOf = ({ text, levels }: Known): string => {
  if (text === null) return levels
  const data = pushSchema.safeParse(parse(text)).data?.data
  return data === undefined ? '' : levelsText(data)
}

const pushSchema = z.object({ data: z.looseObject({}) })

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
