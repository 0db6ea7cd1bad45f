import type { Chunk } from '../../src/recording/columns/recording.js'
import { moduleOf } from './play-backtest.js'
import type { Tape } from './recorded-tape.js'

/** The books of version 0.1.0, as far as they are used here. Described separately, because this build's books may change. */
interface OldBooks {
  readonly venueBook: {
    readonly VenueBook: new (market: Tape['markets'][number]) => OldVenueBook
  }
  readonly books: { readonly createBooks: (markets: Tape['markets']) => { apply(batch: OldBatch): void } }
  readonly event: { readonly EventKind: { readonly CLEAR: number } }
}

interface OldVenueBook {
  readonly levels: { set(lane: 0 | 1, price: number, size: number): void }
  clear(): void
}

type OldBatch = Pick<Chunk, 'events'> & {
  readonly now: number
  readonly from: number
  readonly to: number
  readonly reports: readonly []
  readonly controls: readonly []
  readonly timer: false
}

/**
 * Returns a function that keeps only the two books that any backtest must keep, as version 0.1.0 in `root` does: the venue's book in venue time, ours
 * by arrival. It never changes, so results of different builds can be compared by it.
 */
export async function oldFloor(root: string): Promise<(tape: Tape) => void> {
  const modules: OldBooks = {
    venueBook: await moduleOf(root, 'backtest/venue-book'),
    books: await moduleOf(root, 'src/engine/books'),
    event: await moduleOf(root, 'src/model/event'),
  }
  return tape => playFloor(modules, tape)
}

function playFloor({ venueBook, books, event }: OldBooks, { markets, chunks }: Tape): void {
  const theirs = markets.map(market => new venueBook.VenueBook(market))
  const ours = books.createBooks(markets)
  const { CLEAR } = event.EventKind
  for (const { events, byVenueTime, batchEnds } of chunks) {
    for (let index = 0; index < byVenueTime.length; index++) setLevel(theirs, events, byVenueTime[index]!, CLEAR)
    let from = 0
    for (let index = 0; index < batchEnds.length; index++) {
      const to = batchEnds[index]!
      ours.apply({ now: events.receivedAt[to - 1]!, events, from, to, reports: NONE, controls: NONE, timer: false })
      from = to
    }
  }
}

const NONE: readonly [] = []
/** One dollar in the unit of prices. */
const ONE = 10_000

function setLevel(books: readonly OldVenueBook[], events: Chunk['events'], row: number, clear: number): void {
  const kind = events.kind[row]!
  const book = books[events.market[row]!]!
  if (kind === clear) book.clear()
  else if (kind < clear) {
    const lane = events.side[row] === 0 ? 0 : 1
    book.levels.set(lane, lane === 0 ? events.price[row]! : ONE - events.price[row]!, events.size[row]!)
  }
}
