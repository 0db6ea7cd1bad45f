import type { Quotes } from '../model/quote.js'
import { makerQuotes } from './maker-quotes.js'
import type { NearEnd } from './near-end.js'
import type { LiveBook, View } from './view.js'

/** A model's answer, and its bounds. */
export interface ModelAnswer {
  readonly book: LiveBook
  /** In 1/10,000; any value. */
  readonly bid: number
  readonly ask: number
  /** In millionths of a share, before the schedule near the end. */
  readonly bidSize: number
  readonly askSize: number
  /** Net position that no quote may exceed, in millionths of a share. */
  readonly positionMax: number
  readonly near: Pick<NearEnd, 'sizeFactor' | 'bidSizeMax' | 'askSizeMax'>
}

/**
 * Quotes that only make, from a model with one price a side: a side's size is cut to what position limit and schedule near the end leave. A price
 * below the market's lowest or above its highest is left out.
 */
export function restModel(
  { market, position, working }: Pick<View<unknown>, 'market' | 'position' | 'working'>,
  answer: ModelAnswer,
): Quotes {
  const { book, bid, ask, bidSize, askSize, positionMax, near } = answer
  const { sizeFactor } = near
  return makerQuotes({
    book,
    market,
    position,
    working,
    bids: [{ price: bid, size: bidSize * sizeFactor }],
    asks: [{ price: ask, size: askSize * sizeFactor }],
    bidSizeMax: Math.min(near.bidSizeMax, positionMax - position.net),
    askSizeMax: Math.min(near.askSizeMax, positionMax + position.net),
  })
}
