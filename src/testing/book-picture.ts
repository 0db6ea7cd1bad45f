import { type BookSide, type Level, Price, Size } from '../model/money.js'

/** One drawn level. */
export interface DrawnLevel extends Level {
  readonly side: BookSide
}

/** Parses a drawn book, from the top down: `picture('ask 0.55 20 / ask 0.54 10 / bid 0.52 15')`. Prices in dollars, sizes in shares. */
export const picture = (text: string): readonly DrawnLevel[] =>
  text
    .split('/')
    .map(part => part.trim())
    .filter(part => part !== '')
    .map(readLevel)

/** Draws a book in the same form, so that a test compares two lines. An empty book is ''. */
export const draw = (book: { readonly bids: readonly Level[]; readonly asks: readonly Level[] }): string =>
  [...[...book.asks].reverse().map(level => drawLevel('ask', level)), ...book.bids.map(level => drawLevel('bid', level))].join(
    ' / ',
  )

const readLevel = (text: string): DrawnLevel => {
  const [, side, price, size] = /^(bid|ask) (0\.\d+) (\d+(?:\.\d+)?)$/.exec(text) ?? []
  if (side === undefined) throw new RangeError(`a level is drawn like "ask 0.55 20", found "${text}"`)
  return {
    side: side === 'bid' ? 'bid' : 'ask',
    price: Price.of(Math.round(Number(price) * 10_000)),
    size: Size.ofShares(Number(size)),
  }
}

const drawLevel = (side: BookSide, { price, size }: Level): string => `${side} ${price / 10_000} ${size / 1_000_000}`
