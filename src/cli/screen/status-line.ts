import type { Books } from '../../engine/books.js'
import type { DeskSummary } from '../../engine/desk-summary.js'
import { counted } from '../../model/counted.js'
import { Wei } from '../../model/money.js'
import type { Clock, Timestamp } from '../../model/time.js'
import { exactDigits, weiOfDigits } from '../../protocol/exact-digits.js'
import { agedText } from '../../runtime/aged-text.js'
import { darkText } from '../../runtime/dark-text.js'
import type { Session } from '../../runtime/session.js'
import { CLOCK_WARNED_MS } from '../../runtime/tell-clock.js'
import { signed } from './amount.js'
import { feedText, type ToldFeed, toldFeeds } from './feed-text.js'
import { failedMarketsText, quoteText, type ShownMarket, stoppedText, touchText } from './market-text.js'
import { type SinceStart, sinceStart } from './since-start.js'

const EVERY_MS = 5_000
const LOOK_EVERY_MS = 100

/** The fields of a status line: of this run, and of the wallet over all its runs. Amounts are decimal strings of collateral. */
export interface StatusFields {
  readonly run: SinceStart
  readonly wallet: Readonly<Record<'cash' | 'equity' | 'realized', string>> & { readonly fills: number }
  /** For a run with references: the state of each. */
  readonly feeds?: Readonly<Record<string, ToldFeed>>
}

type ToldSession = Pick<Session, 'books' | 'desk' | 'began' | 'baseline' | 'unsent'>

interface StatusOptions {
  readonly session: ToldSession
  /** The clock of the run, by which its times are stamped. */
  readonly clock: Clock
  readonly say: (fields: StatusFields, line: string) => void
}

/** Reports how a run is doing: when its first quotes rest, then every few seconds. Returns a function that stops it. */
export function startStatus({ session, clock, say }: StatusOptions): () => void {
  const tell = (summary: DeskSummary): void => {
    const run = sinceStart(session)
    const { cash, equity, realized, counts } = summary
    const wallet = {
      cash: exactDigits(cash),
      equity: exactDigits(equity),
      realized: exactDigits(realized),
      fills: counts.fills,
    }
    const feeds = toldFeeds(session.books)
    say(
      { run, wallet, ...(Object.keys(feeds).length > 0 && { feeds }) },
      statusLine({ books: session.books, summary, run, now: clock.now() }),
    )
  }
  const first = setInterval(() => {
    const summary = session.desk.summary()
    if (!summary.markets.some(isQuoting)) return
    clearInterval(first)
    tell(summary)
  }, LOOK_EVERY_MS)
  const rest = setInterval(() => tell(session.desk.summary()), EVERY_MS)
  return () => {
    clearInterval(first)
    clearInterval(rest)
  }
}

const isQuoting = ({ resting: { bid, ask } }: ShownMarket): boolean => bid.length > 0 && ask.length > 0

interface Shown {
  readonly books: Books
  readonly summary: DeskSummary
  readonly run: SinceStart
  readonly now: Timestamp
}

/** One line on the state of a run: each market's book, our quotes and position, then the totals. */
function statusLine({ books, summary, run: { fills, settlement, pnl }, now }: Shown): string {
  const { quoting, isHalted, isPaused, haltedBy } = summary
  const latch = isHalted ? [`HALTED by ${haltedBy}`] : isPaused ? ['paused'] : []
  const failed = settlement.failed === 0 ? '' : `, ${settlement.failed} failed to settle`
  const came = `this run ${signed(weiOfDigits(pnl.total))} USDT, ${counted(fills, 'fill')}${failed}`
  const clock = isClockOff(summary) ? [`CLOCK ${Math.round(summary.clockOffsetMs ?? 0)} ms off`] : []
  const warnings = [agedText(summary), failedMarketsText(summary), stoppedText(summary)].map(text => text ?? '')
  const notes = [feedText(books, now), ...warnings, darkText(quoting)].filter(text => text !== '')
  const markets = summary.markets.map(row => marketPart(row, books))
  return [...(markets.length === 0 ? ['no market to quote'] : markets), came, ...notes, ...clock, ...latch].join(' | ')
}

/** A difference from the venue's clock that is worth a warning. */
const isClockOff = ({ clockOffsetMs }: DeskSummary): boolean => Math.abs(clockOffsetMs ?? 0) >= CLOCK_WARNED_MS

function marketPart(row: ShownMarket, books: Books): string {
  const ours = `${quoteText('bid', row.resting.bid)}/${quoteText('ask', row.resting.ask)}`
  return `${row.market.id} book ${touchText(books, row)} ours ${ours} net ${signed(Wei.sub(row.yes, row.no))}`
}
