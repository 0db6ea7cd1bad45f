import { z } from 'zod'
import type { Frame } from '../../model/frame.js'
import type { Market } from '../../model/market.js'
import { parseJson } from '../../model/parse-json.js'
import { Timestamp } from '../../model/time.js'
import { dataSchema } from '../../protocol/wire.js'

/** What is known of each book besides its levels: when it was last pushed or confirmed, and its venue time then. */
export interface BookEvidence {
  /** A push arrived. Kept as text, because parsing each one a second time would be slow. */
  pushed(id: string, text: string, at: Timestamp): void
  /** The venue time of a push that is about to be noted, if it is newer than any before: then it was sent as it happened. */
  freshMs(id: string, text: string): number | null
  /** A link with these markets is up and has sent these books. */
  began(markets: readonly Market[], books: readonly Frame[], at: Timestamp): void
  /** The last link of these markets is gone: until the next one they are dark and need no proof. All are trusted again. */
  ended(markets: readonly Market[]): void
  /** Markets whose last proof is at least `dueUs` old, oldest first, followed by those that will be soon; empty if none is due. */
  due(now: Timestamp, dueUs: number, most: number): readonly Market[]
  /** Compares books read at `askedAt` with the pushed ones. A market of `asked` without a book at the venue is not asked for again. */
  compare(books: readonly Frame[], asked: readonly Market[], askedAt: Timestamp): BookComparison
  /** Whether the market has had a push at least that new. */
  isHeard(market: Market, updatedMs: number): boolean
  /** The market was silent while its book moved: from now on, pushes that are not newer prove nothing. */
  distrust(market: Market, updatedMs: number, at: Timestamp): void
  /** Whether a push may pass: for a distrusted market only if it is newer than what was missed, which ends the distrust. */
  admits(id: string, text: string): boolean
  readonly distrusted: readonly Market[]
  /** Markets that are trusted again, because no change was missed since `before`. */
  forgive(before: Timestamp): readonly Market[]
}

/** Which books are as last pushed, and which have changed without a push. */
export interface BookComparison {
  readonly equal: readonly Market[]
  readonly moved: readonly { readonly market: Market; readonly updatedMs: number }[]
}

interface Known {
  readonly market: Market
  isUp: boolean
  /** The last push; null: none came yet, and `shownMs` is the time of the first book. */
  text: string | null
  shownMs: number
  /** As formatted by `shownBooks`. */
  levels: string
  pushedAt: Timestamp
  provenAt: Timestamp
  /** The change that was missed, and when that was seen; null: the book is trusted. */
  missed: { readonly updatedMs: number; readonly at: Timestamp } | null
}

/** Starts without any book. */
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
      const updatedMs = bookTimeOf(text)
      return book === undefined || updatedMs === null || book.shownMs === 0 || updatedMs <= knownMs(book) ? null : updatedMs
    },
    began: (begun, books, at) => {
      const shown = shownBooks(books)
      for (const market of begun) {
        const book = of(market)
        const isUp = shown.has(market.id)
        const { updatedMs: shownMs, levels } = shown.get(market.id) ?? UNSHOWN
        // Another server's times may be behind the last one's, so pushes of the old server are forgotten.
        Object.assign(book, { isUp, provenAt: at, text: null, shownMs, levels })
        // The book that a server sends on subscription does not prove that it will push changes.
        if (book.missed !== null) book.missed = { ...book.missed, updatedMs: Math.max(book.missed.updatedMs, shownMs) }
      }
    },
    ended: gone => {
      // If the whole link is gone, the fault was the link's and not one topic's.
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
      const moved: BookComparison['moved'][number][] = []
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
    isHeard: (market, updatedMs) => (bookTimeOf(of(market).text ?? '') ?? 0) >= updatedMs,
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
      if ((bookTimeOf(text) ?? 0) <= book.missed.updatedMs) return false
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

const knownMs = ({ text, shownMs }: Known): number => Math.max(text === null ? 0 : (bookTimeOf(text) ?? 0), shownMs)

/** For a push: the only time in it, which is the book's. */
const bookTimeOf = (text: string): number | null => {
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
    const data = 'frame' in frame ? dataSchema.safeParse(parseJson(frame.frame)).data?.data : undefined
    for (const book of Array.isArray(data) ? (data as unknown[]) : [data])
      if (typeof book === 'object' && book !== null && 'marketId' in book && 'updateTimestampMs' in book)
        shown.set(String(book.marketId), { updatedMs: Number(book.updateTimestampMs), levels: levelsText(book) })
  }
  return shown
}

const levelsText = (book: object): string =>
  JSON.stringify(['asks' in book ? book.asks : null, 'bids' in book ? book.bids : null])

/** From the last push, or from the first book if none came yet. */
const levelsOf = ({ text, levels }: Known): string => {
  if (text === null) return levels
  const data = pushSchema.safeParse(parseJson(text)).data?.data
  return data === undefined ? '' : levelsText(data)
}

const pushSchema = z.object({ data: z.looseObject({}) })
