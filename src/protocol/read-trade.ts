import { type BookSide, Price, Size } from '../model/money.js'
import { Timestamp } from '../model/time.js'
import { readPrice, readSize } from './read-book.js'

/** A print of the public tape in YES prices. `side` is the one that was hit. */
export interface PublicTrade {
  readonly at: Timestamp
  readonly side: BookSide
  readonly price: Price
  readonly size: Size
}

/** A trade from parsed JSON; null where it is none. The venue documents this topic nowhere, so nothing is taken for granted. */
export function readTrade(data: unknown): PublicTrade | null {
  if (typeof data !== 'object' || data === null) return null
  const { price, size, side, tsMs } = data as Record<string, unknown>
  const [found, amount, hit] = [readPrice(price), readSize(size), readSide(side)]
  if (found === null || amount === null || amount === 0 || hit === null) return null
  if (typeof tsMs !== 'number' || !(tsMs > 0 && tsMs < 1e14)) return null
  return { at: Timestamp.ofMs(tsMs), side: hit, price: Price.of(found), size: Size.of(amount) }
}

function readSide(side: unknown): BookSide | null {
  if (typeof side !== 'string') return null
  const word = side.toLowerCase()
  return word === 'bid' || word === 'ask' ? word : null
}
