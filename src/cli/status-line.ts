import type { Books } from '../engine/books.js'
import type { DeskSummary } from '../engine/desk-summary.js'
import { Wei } from '../model/money.js'
import { darkWords } from '../runtime/dark-words.js'
import type { Session } from '../runtime/session.js'
import { CLOCK_WARNED_MS } from '../runtime/tell-clock.js'
import { short, signed } from './amount.js'
import { failedWords, type MarketState, quoteWords, touchWords } from './market-words.js'

const EVERY_MS = 5_000
const LOOK_EVERY_MS = 100

/** Says how a run is doing: once its first quotes rest, then every few seconds. Returns what stops it. */
export function startStatus({ books, desk }: Pick<Session, 'books' | 'desk'>, say: (line: string) => void): () => void {
  const tell = (summary: DeskSummary): void => say(statusLine(books, summary))
  const first = setInterval(() => {
    const summary = desk.summary()
    if (!summary.markets.some(isQuoting)) return
    clearInterval(first)
    tell(summary)
  }, LOOK_EVERY_MS)
  const rest = setInterval(() => tell(desk.summary()), EVERY_MS)
  return () => {
    clearInterval(first)
    clearInterval(rest)
  }
}

const isQuoting = ({ resting: { bid, ask } }: MarketState): boolean => bid.length > 0 && ask.length > 0

/** One line on how a run is doing: each market's book, our quotes and position, then the money. */
function statusLine(books: Books, summary: DeskSummary): string {
  const { cash, realized, counts, settlement, quoting, isHalted, isPaused, haltedBy } = summary
  const latch = isHalted ? [`HALTED by ${haltedBy}`] : isPaused ? ['paused'] : []
  const failed = settlement.failed === 0 ? '' : `, ${settlement.failed} failed to settle`
  const money = `cash ${short(cash)}, realized ${signed(realized)}, ${counts.fills} fills${failed}`
  const clock = isClockOff(summary) ? [`CLOCK ${Math.round(summary.clockOffsetMs ?? 0)} ms off`] : []
  const notes = [failedWords(summary) ?? '', darkWords(quoting)].filter(text => text !== '')
  const markets = summary.markets.map(row => marketPart(row, books))
  return [...(markets.length === 0 ? ['no market to quote'] : markets), money, ...notes, ...clock, ...latch].join(' | ')
}

/** Far enough from the venue's clock to be warned of. */
const isClockOff = ({ clockOffsetMs }: DeskSummary): boolean => Math.abs(clockOffsetMs ?? 0) >= CLOCK_WARNED_MS

function marketPart(row: MarketState, books: Books): string {
  const ours = `${quoteWords('bid', row.resting.bid)}/${quoteWords('ask', row.resting.ask)}`
  return `${row.market.id} book ${touchWords(books, row)} ours ${ours} net ${signed(Wei.sub(row.yes, row.no))}`
}
