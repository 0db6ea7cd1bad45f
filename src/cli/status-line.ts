import type { Books } from '../engine/books.js'
import type { Desk } from '../engine/desk.js'
import type { DeskSummary } from '../engine/desk-options.js'
import { type DeskState, type OrderRecord, Proof } from '../engine/desk-state.js'
import type { MarketId } from '../model/ids.js'
import { type BookSide, Wei } from '../model/money.js'
import type { Session } from '../runtime/session.js'
import { short, signed } from './amount.js'

const EVERY_MS = 5_000
const LOOK_EVERY_MS = 100

/** Says how a run is doing: once its first quotes rest, then every few seconds. Returns what stops it. */
export function startStatus({ books, desk }: Pick<Session, 'books' | 'desk'>, say: (line: string) => void): () => void {
  const first = setInterval(() => {
    if (!isQuoting(desk.state())) return
    clearInterval(first)
    say(statusLine(books, desk))
  }, LOOK_EVERY_MS)
  const rest = setInterval(() => say(statusLine(books, desk)), EVERY_MS)
  return () => {
    clearInterval(first)
    clearInterval(rest)
  }
}

const isResting = (order: OrderRecord): boolean => order.proof === Proof.SEEN && order.endedAt === null && order.left > 0

const isQuoting = ({ orders }: DeskState): boolean =>
  new Set([...orders.values()].filter(isResting).map(({ bookSide }) => bookSide)).size === 2

/** One line on how a run is doing: each market's book, our quotes and position, then the money. */
export function statusLine(books: Books, desk: Desk): string {
  const summary = desk.summary()
  const state = desk.state()
  const markets = summary.markets.map(row => marketPart(row, books, state))
  const { cash, realized, counts, isHalted, isPaused, haltedBy } = summary
  const latch = isHalted ? [`HALTED by ${haltedBy}`] : isPaused ? ['paused'] : []
  const money = `cash ${short(cash)}, realized ${signed(realized)}, ${counts.fills} fills`
  return [...markets, money, ...latch].join(' | ')
}

function marketPart(row: DeskSummary['markets'][number], books: Books, state: DeskState): string {
  const { market } = row
  const book = books.book(market.index)
  const touch = book.state === 'live' ? book.touch : null
  const shown = touch === null ? book.state : `${cents(touch.bid)}/${cents(touch.ask)}`
  const ours = `${quotesOf(state, market.id, 'bid')}/${quotesOf(state, market.id, 'ask')}`
  return `${market.id} book ${shown} ours ${ours} net ${signed(Wei.sub(row.yes, row.no))}`
}

/** Our best working price of a side, and how many shares rest on the whole side. */
function quotesOf(state: DeskState, market: MarketId, side: BookSide): string {
  const ours = [...state.orders.values()].filter(
    order => order.market === market && order.bookSide === side && isResting(order),
  )
  if (ours.length === 0) return '-'
  const prices = ours.map(({ yesPrice }) => yesPrice)
  const best = side === 'bid' ? Math.max(...prices) : Math.min(...prices)
  return `${cents(best)}x${Math.round(ours.reduce((sum, { left }) => sum + left, 0) / 1e4) / 100}`
}

const cents = (price: number): string => (price / 10_000).toFixed(price % 100 === 0 ? 2 : 3)
