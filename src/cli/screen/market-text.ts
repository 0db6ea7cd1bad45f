import type { Books } from '../../engine/books.js'
import type { DeskSummary } from '../../engine/desk-summary.js'
import type { BookSide, Level } from '../../model/money.js'
import { failedOf, isAllFailed } from '../../runtime/failed-strategies.js'

/** A market of the desk's summary. */
export type ShownMarket = DeskSummary['markets'][number]

/** The best prices of a market's book, with our own orders, or the reason why it is dark. */
export function touchText(books: Books, { market, state }: ShownMarket): string {
  // A market that left has no book.
  if (state !== 'live') return state
  const book = books.book(market.index)
  if (book.state !== 'live') return book.state
  const best = (side: BookSide): string => {
    const level = book.best(side)
    return level === null ? '-' : priceDigits(level.price)
  }
  return `${best('bid')}/${best('ask')}`
}

/** Our best working price of a side, and the shares that rest on the whole side. */
export function quoteText(side: BookSide, levels: readonly Level[]): string {
  if (levels.length === 0) return '-'
  const prices = levels.map(({ price }) => price)
  const best = side === 'bid' ? Math.max(...prices) : Math.min(...prices)
  return `${priceDigits(best)}x${Math.round(levels.reduce((sum, { size }) => sum + size, 0) / 1e4) / 100}`
}

/** A strategy's text, shortened to the width of a column. */
const WHY_MAX = 24
const DECISIONS = { quotes: 'quoting', take: 'taking', pull: 'pulled', keep: 'keeping', halt: 'halted' } as const

/** The state of a market in a word or two. `isHalted`: the desk is, so nothing rests whatever the strategy wants. */
export function stateWord(
  { state, decision, market, fault, agedReference, pulledFor, stopped, pausedBy, isClosing }: ShownMarket,
  { isHalted }: Pick<DeskSummary, 'isHalted'>,
): string {
  if (fault !== null && !isClosing) return 'failed'
  if (market.result !== null) return 'resolved'
  if (market.trading !== 'open') return market.trading
  if (isHalted) return 'halted'
  if (isClosing) return pulledFor ?? 'closing'
  if (pausedBy !== null) return 'paused'
  if (state !== 'live') return state
  if (agedReference !== null) return `${agedReference.slice(0, WHY_MAX)} too old`
  if (stopped.length > 0) return `${stopped.join(' and ')} stopped`
  if (pulledFor !== null && pulledFor !== '') return `pulled: ${pulledFor.slice(0, WHY_MAX)}`
  return decision === null ? 'waiting' : DECISIONS[decision]
}

/** A warning about strategies that failed; null: none has. */
export function failedMarketsText(summary: Pick<DeskSummary, 'markets'>): string | null {
  if (isAllFailed(summary)) return 'every strategy has FAILED'
  const failed = failedOf(summary)
  if (failed.length === 0) return null
  return `FAILED in ${failed.map(({ market, strategy }) => `${market} (${strategy})`).join(', ')}`
}

/** A warning about sides that were stopped by their markout; null: none is. */
export function stoppedText({ markets }: Pick<DeskSummary, 'markets'>): string | null {
  const stopped = markets.filter(({ stopped }) => stopped.length > 0)
  if (stopped.length === 0) return null
  return `stopped by markout: ${stopped.map(({ market, stopped }) => `${market.id} ${stopped.join(' and ')}`).join(', ')}`
}

/** A price in 1/10,000 with as many digits as it has, two at least. */
export const priceDigits = (price: number): string => (price / 10_000).toFixed(price % 100 === 0 ? 2 : price % 10 === 0 ? 3 : 4)
