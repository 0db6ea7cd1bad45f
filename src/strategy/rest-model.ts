import type { Quotes } from '../model/quote.js'
import { makerQuotes } from './maker-quotes.js'
import type { NearEnd } from './near-end.js'
import type { LiveBook, View } from './view.js'

/** What a model answers, and what bounds it. */
export interface ModelAnswer {
  readonly book: LiveBook
  /** In 1/10,000; may lie anywhere. */
  readonly bid: number
  readonly ask: number
  /** In millionths of a share, before the schedule near the end. */
  readonly bidSize: number
  readonly askSize: number
  /** Net position that no quote may pass, in millionths of a share. */
  readonly positionMax: number
  readonly near: Pick<NearEnd, 'sizeFactor' | 'bidSizeMax' | 'askSizeMax'>
}

/**
 * The quotes of a model of one price a side, that only make: a side's size is cut to what is left of the position and of the schedule near the end.
 * A price that the model puts below the lowest one of the market, or above the highest, is left out.
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
