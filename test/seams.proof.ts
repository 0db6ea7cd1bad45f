import type { OrderHash, OrderId } from '../src/model/ids.js'
import type { Approved, Cancel, Command, Place, Submit, TimedSubmit } from '../src/model/intent.js'
import type { Level, Price, Size, Wei } from '../src/model/money.js'
import type { Journaled } from '../src/model/order.js'
import type { Quotes } from '../src/model/quote.js'
import type { Timestamp } from '../src/model/time.js'
import type { View } from '../src/strategy/view.js'
import type { Gateway } from '../src/venues/venue.js'

/** What the seams must not let through: each marked line fails to compile, and this file compiles only because it does. */
declare const view: View<{ size: Size }>
declare const level: Level
declare const wei: Wei
declare const place: Place
declare const submit: TimedSubmit
declare const gateway: Gateway
declare const orderId: OrderId
declare const orderHash: OrderHash
declare const timestamp: Timestamp
declare const journal: <T>(written: T) => Journaled<T>

export const proof = (): unknown[] => {
  const book = view.book
  // @ts-expect-error a book that may be dark has no price
  void book.touch
  // @ts-expect-error nothing is quoted on it
  book.quote({ bid: level })
  if (book.state === 'live') {
    const quotes: Quotes = book.quote({ bid: level })
    void quotes
    // @ts-expect-error a side may be empty
    void book.touch.bid
  }
  // @ts-expect-error quotes cannot be written by hand
  const forged: Quotes = { kind: 'quotes', bid: level, ask: null }
  // @ts-expect-error an intent is not approved
  const unreviewed: Submit = { kind: 'submit', id: orderId, order: place }
  // @ts-expect-error signed but not journaled cannot be sent
  void gateway.submit(gateway.sign(submit))
  void gateway.submit(journal(gateway.sign(submit)))
  // @ts-expect-error units do not mix
  const size: Size = level.price
  // @ts-expect-error a price is not a plain number
  const price: Price = 5_000
  // @ts-expect-error wei is not size
  const shares: Size = wei
  // @ts-expect-error a view is read only
  view.now = timestamp
  const cancel: Command = { kind: 'cancel', order: orderHash } satisfies Cancel
  return [forged, unreviewed, size, price, shares, cancel]
}

/** Brands compose: both stamps on one value leave it a usable type. */
export const composed = (both: Approved<Place> & Journaled<Place>): Approved<Place> => both
