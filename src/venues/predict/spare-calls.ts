import { type Clock, Timestamp } from '../../model/time.js'
import { OPERATIONS } from '../../protocol/api/operations.js'
import { isTradingRoute } from '../../protocol/trading-route.js'
import type { RateHeaders } from '../wires/rest.js'

/** Decides whether a read that only confirms what is known may be made: orders and their removals come first. */
export interface SpareCalls {
  take(path: string, rate: RateHeaders): void
  /** For books, in the rate limit window that counts those reads. */
  readonly mayReadBooks: () => boolean
  /** For the account, in the window of the trading routes. */
  readonly mayReadAccount: () => boolean
}

/** The share of a window that such reads leave unused: in the orders' window, more than cancels and the keeper may need. */
const LEFT_OF_BOOKS = 0.05
const LEFT_OF_TRADING = 0.3

/** It is not documented which window counts book reads, so the headers of their own answers are used. */
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
