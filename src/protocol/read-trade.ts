import { type BookSide, Price, Size } from '../model/money.js'
import { Timestamp } from '../model/time.js'
import { readPrice, readSize } from './read-book.js'

/** A public trade in YES prices. `side` is the side of the resting order that was hit. */
export interface PublicTrade {
  readonly at: Timestamp
  readonly side: BookSide
  readonly price: Price
  readonly size: Size
}

/** A trade from parsed JSON; null if it is not one. The venue does not document this topic, so every field is checked. */
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
