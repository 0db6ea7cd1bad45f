import { type Clock, Timestamp } from '../../model/time.js'
import { OPERATIONS } from '../../protocol/api/operations.js'
import { isTradingRoute } from '../../protocol/trading-route.js'
import type { RateHeaders } from '../wires/rest.js'

/** Says whether something may be read for certainty alone: orders and their removals come first. */
export interface SpareCalls {
  take(path: string, rate: RateHeaders): void
  /** Books, in the window that those reads are counted in. */
  readonly mayReadBooks: () => boolean
  /** The account, in the window of the trading routes. */
  readonly mayReadAccount: () => boolean
}

/** Of a window, what such reads leave to others: of that of orders more than cancels and the keeper may want of it. */
const LEFT_OF_BOOKS = 0.05
const LEFT_OF_TRADING = 0.3

/** Which window the venue counts the reads of books in is not documented, so the headers of their own answers say what is left of it. */
export function createSpareCalls(clock: Clock): SpareCalls {
  let booksFrom = Timestamp.ZERO
  let accountFrom = Timestamp.ZERO
  return {
    take: (path, { limit, remaining, resetSeconds }) => {
      const resetsAt = Timestamp.add(clock.now(), resetSeconds * 1_000_000)
      if (path.startsWith(OPERATIONS.getOrderbooks.path) && remaining <= limit * LEFT_OF_BOOKS) booksFrom = resetsAt
      if (isTradingRoute(path) && remaining <= limit * LEFT_OF_TRADING) accountFrom = resetsAt
    },
    mayReadBooks: () => clock.now() >= booksFrom,
    mayReadAccount: () => clock.now() >= accountFrom,
  }
}
